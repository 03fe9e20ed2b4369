-- Appointments and who carries them out.

create table appointment (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  task_id bigint not null,
  appointment_no text,
  appointment_guid uuid,
  source_app text not null,
  source_type text not null,
  job_no text not null,
  task_no text not null,
  subject text,
  body text,
  start timestamptz not null,
  "end" timestamptz not null,
  is_all_day boolean not null default false,
  time_marker text,
  category text,
  importance integer not null default 0,
  locked boolean not null default false,
  back_office_id text,
  back_office_parent_id text,
  unit_of_measure text,
  unit_of_measure_conversion numeric(18,6) not null default 0,
  planning_quantity numeric(18,6) not null default 0,
  use_fixed_planning_quantity boolean not null default false,
  round_to_unit_of_measure boolean not null default false,
  is_manual_appointment boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on appointment (tenant_id, task_id);
create index on appointment (tenant_id, start, "end");

create table assignment (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  owner_id bigint not null,
  resource_id bigint not null,
  appointment_id bigint,
  appointment_guid uuid,
  appointment_no text,
  resource_no text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on assignment (tenant_id, owner_id);
create index on assignment (tenant_id, resource_id);

create unique index appointment_guid on appointment (tenant_id, appointment_guid);
alter table appointment add check ("end" > start);
