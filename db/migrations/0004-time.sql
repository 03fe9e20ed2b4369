-- Registered time: what was claimed, and what was observed.

create table time_entry (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  resource_id bigint not null,
  task_id bigint not null,
  source_app text not null,
  source_type text not null,
  backoffice_id text,
  resource_no text not null,
  job_no text not null,
  task_no text not null,
  date date not null,
  duration_in_seconds bigint not null,
  description text,
  is_billable boolean,
  status integer not null default 0,
  message text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on time_entry (tenant_id, resource_id);
create index on time_entry (tenant_id, task_id);
create index on time_entry (tenant_id, date);

create table time_session (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  resource_id bigint not null,
  task_id bigint not null,
  source_app text not null,
  source_type text not null,
  external_id text,
  resource_no text not null,
  job_no text not null,
  task_no text not null,
  started_at timestamptz not null,
  stopped_at timestamptz,
  type integer not null default 0,
  note text,
  part integer not null default 1,
  session text,
  stop_recorded boolean not null default false,
  time_entry_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on time_session (tenant_id, resource_id);
create index on time_session (tenant_id, task_id);
create index on time_session (tenant_id, started_at);

create index time_entry_day on time_entry (tenant_id, resource_id, date);
create index time_session_from on time_session (tenant_id, resource_id, started_at);
alter table time_entry add check (duration_in_seconds between 0 and 86400);
create unique index time_entry_reference on time_entry (tenant_id, lower(source_app), lower(source_type), lower(backoffice_id))
  where backoffice_id is not null;
create unique index time_session_reference on time_session (tenant_id, lower(source_app), lower(source_type), lower(external_id), part)
  where external_id is not null;
create index time_session_session on time_session (tenant_id, session);
create index time_session_entry on time_session (tenant_id, time_entry_id) where time_entry_id is not null;
-- One running session per resource, whatever happens above.
create unique index time_session_running on time_session (tenant_id, resource_id) where stopped_at is null;
alter table time_session add check (stopped_at is null or stopped_at >= started_at);
