create table task_assignment (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  task_id bigint not null,
  resource_id bigint not null,
  source_app text not null,
  source_type text not null,
  job_no text not null,
  task_no text not null,
  resource_no text not null,
  preference integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on task_assignment (tenant_id, task_id);
create index on task_assignment (tenant_id, resource_id);

create table task_dependency (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  task_id bigint not null,
  predecessor_id bigint not null,
  source_app text not null,
  source_type text not null,
  job_no text not null,
  task_no text not null,
  predecessor_job_no text not null,
  predecessor_task_no text not null,
  type integer not null default 0,
  lag_in_seconds bigint not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on task_dependency (tenant_id, task_id);
create index on task_dependency (tenant_id, predecessor_id);

create table task_budget_entry (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  task_id bigint not null,
  source_app text not null,
  source_type text not null,
  job_no text not null,
  task_no text not null,
  entry_no text not null,
  date date,
  duration_in_seconds bigint not null default 0,
  quantity numeric(18,6) not null default 0,
  description text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on task_budget_entry (tenant_id, task_id);

create table appointment_field (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  template text,
  code text not null,
  caption text,
  type integer not null default 0,
  choices text[] not null default '{}',
  index integer not null default 0,
  read_only boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);

create table appointment_uri (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  owner_id bigint not null,
  appointment_id bigint,
  appointment_guid uuid,
  appointment_no text,
  uri text not null,
  description text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on appointment_uri (tenant_id, owner_id);

create table appointment_field_value (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  owner_id bigint not null,
  appointment_id bigint,
  appointment_guid uuid,
  appointment_no text,
  field_code text not null,
  field_value text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on appointment_field_value (tenant_id, owner_id);

create table appointment_container (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  owner_id bigint not null,
  container_id bigint not null,
  container text not null,
  appointment_id bigint,
  appointment_guid uuid,
  appointment_no text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on appointment_container (tenant_id, owner_id);
create index on appointment_container (tenant_id, container_id);

create table appointment_dependency (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  predecessor_id bigint not null,
  successor_id bigint not null,
  predecessor text not null,
  successor text not null,
  type integer not null default 0,
  lag_in_seconds bigint not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on appointment_dependency (tenant_id, predecessor_id);
create index on appointment_dependency (tenant_id, successor_id);

create table exchange_appointment (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  appointment_id bigint,
  appointment_guid uuid,
  exchange_id text,
  i_cal_u_id text,
  start timestamptz,
  "end" timestamptz,
  subject text,
  body text,
  importance integer,
  resource_email text,
  show_as integer,
  sensitivity integer,
  categories text[] not null default '{}',
  created_by_exchange boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);


create index on notification (tenant_id, appointment_id);
create index on notification (tenant_id, appointment_guid);

-- The few appointments of more than a month, which a read of a window looks for apart.
create index appointment_long on appointment (tenant_id, start) where "end" - start > interval '31 days';
