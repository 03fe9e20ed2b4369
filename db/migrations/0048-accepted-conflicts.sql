-- A name for a violation that can be sent to clients: its key has the numbers of records that a reader may not know.
alter table violation add column id text generated always as (md5(tenant_id::text || '|' || key)) stored;
create index violation_id on violation (tenant_id, id);

-- Conflicts that a planner accepted. A waiver holds until it expires, and only while the conflict is as it was accepted.
create table violation_waiver (
  tenant_id integer not null,
  id bigint generated always as identity,
  violation_key text collate "C" not null,
  -- Of the times and details of the conflict.
  fingerprint text not null,
  reason text not null,
  until timestamptz not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint violation_waiver_key unique (tenant_id, violation_key)
);
