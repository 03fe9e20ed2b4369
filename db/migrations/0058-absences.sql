-- Requests for absence; approved ones are taken from the working time of their resource.
create table absence (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  resource_id bigint not null,
  external_id text not null,
  resource_no text not null,
  kind integer not null default 0,
  start_date date not null,
  end_date date not null,
  start_part integer not null default 0,
  end_part integer not null default 0,
  note text,
  status integer not null default 0,
  comment text,
  requested_by text,
  requested_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on absence (tenant_id, resource_id);
create index on absence (tenant_id, start_date);

