-- Which account a user signs in with is stored, no longer found by the e-mail address.

-- An account is managed by the tenant whose administrators set its password, and opens that tenant only; or by its person, who has
-- proved to read the mailbox (null), and may then open several tenants.
alter table account
  add column managed_by integer,
  -- When the person proved to read the mailbox. Accounts of several tenants from before this migration never did.
  add column verified_at timestamptz,
  add column password_at timestamptz not null default now();
alter table account drop constraint account_email_key;

create table membership (
  tenant_id integer not null references tenant (id),
  user_id bigint not null,
  account_id bigint not null,
  accepted_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);
create index on membership (account_id);

-- Today's memberships stay. An account without a password opened nothing.
delete from account a where a.password_hash is null or not exists (select from app_user u where u.key = a.email);
insert into membership (tenant_id, user_id, account_id)
  select u.tenant_id, u.id, a.id from app_user u join account a on a.email = u.key;
update account set password_at = updated_at;
update account a set managed_by = m.tenant_id
  from (select account_id, min(tenant_id) as tenant_id from membership group by account_id having count(*) = 1) m
  where m.account_id = a.id;
alter table account alter column password_hash set not null;
create index on account (email);
create unique index account_managed on account (managed_by, email);
create unique index account_of_person on account (email) where managed_by is null;
drop index app_user_email;

-- A link that was mailed to a user. The link holds 256 random bits; only their hash is here.
create table invitation (
  tenant_id integer not null references tenant (id),
  user_id bigint not null,
  hash bytea not null unique,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, user_id)
);
