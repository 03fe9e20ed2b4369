-- Second factors of accounts: passkeys, one-time codes (TOTP) and recovery codes. They belong to the account, as its password does: a person who
-- signs in to several tenants with it has one set of them.

alter table account
  -- What an authenticator stores as the user of a passkey. Random, so that it says nothing about the person.
  add column passkey_user uuid not null default gen_random_uuid();

create table passkey (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often the authenticator has signed; 0 forever if it does not count. A copy of the key is detected by a number that goes back.
  counter bigint not null,
  transports text[] not null,
  -- Synchronized between devices, and so not lost with one of them.
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index on passkey (account_id);

create table one_time_code (
  account_id bigint primary key,
  -- Encrypted: it is needed to compute codes.
  secret text not null,
  -- Null until the person has sent a code: until then it is asked for nowhere.
  confirmed_at timestamptz,
  -- The 30 seconds whose code was accepted last: a code works once.
  last_step bigint not null default 0
);

-- Each has 80 random bits and works once; only hashes are here.
create table recovery_code (
  account_id bigint not null,
  hash bytea not null,
  primary key (account_id, hash)
);

-- What a sign-in or a change of factors still waits for: a ticket for the second step, or the challenge of a passkey. Under the hash of its secret.
create table sign_in_step (
  hash bytea primary key,
  purpose text not null,
  -- Null while nobody is known: a sign-in that begins with a passkey.
  account_id bigint,
  -- Of the password that was right: a new one ends it.
  token_epoch integer,
  -- The tenant and the user to sign in as, where they are known.
  into_tenant integer,
  into_user bigint,
  expires_at timestamptz not null
);
create index on sign_in_step (expires_at);
create index on sign_in_step (account_id);

-- Accounts are deleted from several places: none of them can forget it.
create function forget_factors() returns trigger language plpgsql as $$
begin
  delete from passkey where account_id = old.id;
  delete from one_time_code where account_id = old.id;
  delete from recovery_code where account_id = old.id;
  delete from sign_in_step where account_id = old.id;
  return null;
end $$;
create trigger factors_deleted after delete on account for each row execute function forget_factors();

-- Folded names of roles whose people need a second factor to use the tenant, with their other names.
alter table tenant add column second_factor_roles text[] not null default '{}';

-- Nodes look again at the streams of people whom a second factor concerns, as they do when a user changes.
create function notify_of_factor() returns trigger language plpgsql as $$
begin
  perform pg_notify('openslot_credentials', json_build_object('account', new.account_id)::text);
  return null;
end $$;
create trigger credential_changed after insert on passkey for each row execute function notify_of_factor();
create trigger credential_changed after update of confirmed_at on one_time_code for each row execute function notify_of_factor();

create function notify_of_factor_roles() returns trigger language plpgsql as $$
begin
  perform pg_notify('openslot_credentials', json_build_object('account', m.account_id)::text) from membership m where m.tenant_id = new.id;
  return null;
end $$;
create trigger credential_changed after update of second_factor_roles on tenant
  for each row when (old.second_factor_roles is distinct from new.second_factor_roles) execute function notify_of_factor_roles();

-- When the person last proved who they are, by anything and by a second factor. A change of the tenant begins another session and proves nothing.
alter table web_session
  add column proved_at timestamptz not null default now(),
  add column factor_at timestamptz;
update web_session set proved_at = created_at;
