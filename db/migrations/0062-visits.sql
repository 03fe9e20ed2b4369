-- What field workers report about their visits. A visit is an appointment of one of its resources; its state is the newest report.
create table visit_report (
  tenant_id integer not null,
  id bigint not null generated always as identity,
  appointment_id bigint not null,
  resource_id bigint not null,
  external_id text not null,
  state text not null,
  at timestamptz not null,
  reason text,
  created_at timestamptz not null default now(),
  created_by text not null,
  primary key (tenant_id, id)
);
create unique index visit_report_external_id on visit_report (tenant_id, resource_id, lower(external_id));
create index on visit_report (tenant_id, appointment_id, resource_id, at desc);

-- Whether a visit that is done claims its time sessions into a time entry.
alter table tenant add column claims_visits boolean not null default false;
