-- Setup packages: what they hold beside users, and the packages themselves.

alter table app_user add column categories text[] not null default '{}', add column time_markers text[] not null default '{}';

create table layout (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  code text not null,
  name text,
  kind integer not null default 0,
  content jsonb,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);

create table profile (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  code text not null,
  name text,
  description text,
  "default" boolean not null default false,
  settings jsonb,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);

create table profile_layout (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  profile_id bigint not null,
  layout_id bigint not null,
  profile_code text not null,
  layout_code text not null,
  sequence integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on profile_layout (tenant_id, profile_id);
create index on profile_layout (tenant_id, layout_id);

create table configuration_value (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  name text not null,
  value jsonb,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);

create table user_profile (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  user_id bigint not null,
  profile_id bigint not null,
  email text not null,
  profile_code text not null,
  sequence integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on user_profile (tenant_id, user_id);
create index on user_profile (tenant_id, profile_id);

create table user_filter_value (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  user_id bigint not null,
  value_id bigint not null,
  email text not null,
  filter_group text not null,
  filter_value text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on user_filter_value (tenant_id, user_id);
create index on user_filter_value (tenant_id, value_id);

create table setup_package (
  tenant_id integer not null references tenant (id),
  id bigint generated always as identity,
  name text,
  package_version text,
  owner text not null,
  -- Who is told how it went.
  told text not null,
  status text not null default 'queued' check (status in ('queued', 'applying', 'applied', 'failed')),
  -- As it was read: JSON in the one form that is applied.
  content text not null,
  log jsonb not null,
  counts jsonb,
  job_id bigint,
  actor text not null,
  request_id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
