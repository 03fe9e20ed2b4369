-- What follows from the plan: how much of each task is planned, and which rules are broken. Kept current from the change log;
-- everything here can be thrown away and is worked out again.

create table plan_state (
  tenant_id integer primary key,
  -- The last change that is taken into account.
  seen bigint not null,
  -- While everything is worked out anew: the appointments up to this id are done.
  rebuilt_to bigint
);

create table appointment_plan (
  tenant_id integer not null,
  appointment_id bigint not null,
  task_id bigint not null,
  start timestamptz not null,
  "end" timestamptz not null,
  planned_ms bigint not null,
  quantity numeric(18,6) not null,
  primary key (tenant_id, appointment_id)
);
create index on appointment_plan (tenant_id, task_id);

create table resource_plan (
  tenant_id integer not null,
  appointment_id bigint not null,
  resource_id bigint not null,
  start timestamptz not null,
  "end" timestamptz not null,
  primary key (tenant_id, appointment_id, resource_id)
);
-- What overlaps a time starts within it or shortly before, or is one of the few that last for days.
create index on resource_plan (tenant_id, resource_id, start, "end");
create index resource_plan_long on resource_plan (tenant_id, resource_id, "end") where "end" - start > interval '48 hours';

-- Only tasks that have appointments.
create table task_plan (
  tenant_id integer not null,
  task_id bigint not null,
  appointments integer not null,
  planned_ms bigint not null,
  quantity numeric(30,6) not null,
  resources integer not null,
  fully_planned boolean not null,
  first_start timestamptz not null,
  first_id bigint not null,
  last_end timestamptz not null,
  last_id bigint not null,
  primary key (tenant_id, task_id)
);

create table violation (
  tenant_id integer not null,
  -- Spells what is broken by whom, so that what stays broken stays the same row.
  key text collate "C" not null,
  -- Whose change can mend it: that of its appointment, of either of two, or of its task.
  scope text not null check (scope in ('appointment', 'pair', 'task')),
  rule text not null,
  severity text not null check (severity in ('error', 'warning')),
  appointment_id bigint,
  other_id bigint,
  task_id bigint not null,
  resource_id bigint,
  start timestamptz not null,
  "end" timestamptz not null,
  detail jsonb not null,
  primary key (tenant_id, key)
);
create index on violation (tenant_id, "end", start);
create index on violation (tenant_id, appointment_id);
create index on violation (tenant_id, other_id) where other_id is not null;
create index on violation (tenant_id, task_id);
