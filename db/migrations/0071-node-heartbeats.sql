-- The processes of the installation. Each renews its row every ten seconds; the status page shows them. It belongs to no tenant.
create table node_heartbeat (
  id uuid primary key,
  name text not null,
  roles text[] not null,
  version text not null,
  node_version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  facts jsonb not null
);
