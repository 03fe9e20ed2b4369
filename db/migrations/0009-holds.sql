-- Slots that somebody is about to book. Nobody else gets them until they are booked, released, or the hold has run out.
create table hold (
  tenant_id integer not null,
  id bigint generated always as identity,
  resource_id bigint not null,
  start timestamptz not null,
  "end" timestamptz not null check ("end" > start),
  expires_at timestamptz not null,
  actor text not null,
  -- Of the token of the slot: who has the token may book it or let it go.
  token_digest bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, token_digest)
);
create index hold_resource on hold (tenant_id, resource_id);
create index hold_expiry on hold (expires_at);
