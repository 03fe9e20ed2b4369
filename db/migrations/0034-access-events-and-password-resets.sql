-- Who signed in or failed to, and who changed a password, a session, a key or the rights of a user.
create table access_event (
  -- 0 where no tenant is known: a failed sign-in with a name that nobody has.
  tenant_id integer not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  -- Dotted words: signIn.succeeded, key.created.
  kind text not null,
  -- As the change log has it: user:anna@example.com, key:ERP, system.
  actor text not null,
  -- Whom or what it is about, where that is not the actor.
  subject text,
  -- The network address of the request.
  address text,
  detail jsonb not null default '{}',
  primary key (tenant_id, id)
);
create index access_event_at on access_event (at);

-- What a person sees of their sessions.
alter table web_session
  add column method text not null default 'password',
  add column address text,
  add column user_agent text,
  add column last_seen_at timestamptz;
update web_session set last_seen_at = created_at;
create index on web_session (account_id);

-- A link that was mailed to a person who forgot the password. The link holds 256 random bits; only their hash is here.
create table password_reset (
  account_id bigint not null primary key,
  hash bytea not null unique,
  -- That of the account when the link was sent: another password ends the link.
  password_at timestamptz not null,
  expires_at timestamptz not null
);
