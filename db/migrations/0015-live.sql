-- Who watches live, and on which node. A row lives as long as its node says so: what a node that died has left counts for nothing.
create table live_stream (
  tenant_id integer not null,
  id uuid not null,
  node uuid not null,
  -- The account of a person, null for a key.
  account_id bigint,
  -- Whether pop-ups go to it.
  messages boolean not null,
  seen_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index live_stream_node on live_stream (node);
create index live_stream_seen on live_stream (seen_at);
