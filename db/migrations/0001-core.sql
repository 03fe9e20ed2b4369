-- Tenants, who may enter, and the log of every change.

create table tenant (
  id integer generated always as identity primary key,
  name text not null,
  time_zone text not null,
  modules text[] not null default '{basicMap,timeRegistration,recommendation,optimization}',
  -- The number of the tenant's last change. A write takes its numbers here as its last statement and holds the row until it
  -- commits: that makes the log gapless and puts it in commit order.
  change_seq bigint not null default 0,
  created_at timestamptz not null default now()
);
create unique index tenant_name on tenant (lower(name));

-- An account is a person who can sign in; app_user makes it a member of a tenant.
create table account (
  id bigint generated always as identity primary key,
  email text collate "C" not null unique,
  password_hash text,
  -- Tokens carry it; raising it ends them all.
  token_epoch integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table api_key (
  tenant_id integer not null references tenant (id),
  id bigint generated always as identity,
  name text not null,
  -- The first characters, so that people can tell keys apart.
  prefix text not null,
  -- SHA-256: a key is 256 random bits, so a slow hash would protect nothing more.
  hash bytea not null unique,
  scopes text[] not null,
  source_apps text[],
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text not null,
  primary key (tenant_id, id)
);

-- Failed logins by account and by address; what slows them down is in domain/login-throttle.ts.
create table login_failure (
  subject text collate "C" primary key,
  failures integer not null,
  last_at timestamptz not null
);

create table change_set (
  tenant_id integer not null,
  -- The number of the last change in it.
  last_no bigint not null,
  first_no bigint not null,
  at timestamptz not null default now(),
  actor text not null,
  origin text not null,
  request_id text not null,
  primary key (tenant_id, last_no)
);
create index change_set_request on change_set (tenant_id, request_id);
create index change_set_at on change_set (at);

create table change (
  tenant_id integer not null,
  no bigint not null,
  set_no bigint not null,
  entity text not null,
  record_id bigint not null,
  key text not null,
  source_app text,
  action text not null check (action in ('created', 'updated', 'deleted')),
  version integer not null,
  from_back_office boolean not null,
  -- JSON, kept as text: the service writes it itself, and checking a million times what it wrote costs a fifth of an import.
  before text,
  after text,
  primary key (tenant_id, no)
);
create index change_record on change (tenant_id, record_id);

create table idempotency (
  tenant_id integer not null,
  key text collate "C" not null,
  request_hash bytea not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
create index idempotency_created on idempotency (created_at);
