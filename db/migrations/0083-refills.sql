-- Where resources fill up their load capacities on the way. A new table only; the previous version does not read or write it.
create table resource_refill (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  resource_id bigint not null,
  resource_no text not null,
  duration_in_seconds integer not null,
  latitude double precision,
  longitude double precision,
  times_per_day integer not null default 3,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index on resource_refill (tenant_id, resource_id);
