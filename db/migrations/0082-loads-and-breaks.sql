-- Loads by name: what resources carry at once, and what visits of tasks take of it. Breaks of resources that float in a window.
-- New tables only; the previous version does not read or write them.
create table resource_load_capacity (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  resource_id bigint not null,
  resource_no text not null,
  name text not null,
  quantity numeric(18,6) not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on resource_load_capacity (tenant_id, resource_id);
create table resource_break (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  resource_id bigint not null,
  resource_no text not null,
  name text not null,
  duration_in_seconds integer not null,
  earliest_start time(3) not null,
  latest_end time(3) not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on resource_break (tenant_id, resource_id);
create table task_load (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  task_id bigint not null,
  source_app text not null,
  source_type text not null,
  job_no text not null,
  task_no text not null,
  name text not null,
  quantity numeric(18,6) not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on task_load (tenant_id, task_id);
