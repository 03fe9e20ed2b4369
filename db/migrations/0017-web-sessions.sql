-- Signed-in browsers. The cookie holds 256 random bits; only their hash is here.
create table web_session (
  tenant_id integer not null references tenant (id),
  id bigint generated always as identity,
  hash bytea not null unique,
  account_id bigint not null,
  user_id bigint not null,
  -- That of the account when it was begun: signing out everywhere ends it.
  token_epoch integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create index web_session_expires on web_session (expires_at);
