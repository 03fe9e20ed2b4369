-- What was imported, by whom, with what outcome, and the body as it came: for whoever has to find out what the back office sent.
create table import_log (
  tenant_id integer not null references tenant (id),
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor text not null,
  request_id text not null,
  outcome text not null check (outcome in ('stored', 'partly', 'refused')),
  -- Of HTTP.
  status smallint not null,
  duration_ms integer not null,
  -- Null where the body could not be read.
  calls integer,
  -- How many calls of which procedure.
  procedures json not null,
  -- How many calls came to what.
  counts json,
  -- Why it was refused.
  code text,
  message text,
  -- The first calls that were rejected, as the answer told of them.
  rejected json not null,
  -- The body's beginning, packed by gzip, without secrets. Null where nothing of it could be kept.
  payload bytea,
  -- The size of the whole body.
  payload_bytes integer not null,
  primary key (tenant_id, id)
);
-- It is packed already.
alter table import_log alter column payload set storage external;
create index import_log_at on import_log (at);
