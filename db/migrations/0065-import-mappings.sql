-- Which column of a file is which field, saved under a name for everyone of the tenant who imports files. No record: no log of changes.
create table import_mapping (
  tenant_id integer not null references tenant (id),
  name text collate "C" not null,
  procedure text not null,
  content jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, name)
);
