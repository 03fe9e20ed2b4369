-- What goes out: who is told of changes, what they are told, and how far they are.

-- How a connector reaches its token service, when it signs in by OAuth2.
alter table connector add column token_uri text, add column oauth_scope text;
-- Nothing was ever sent in SOAP: a connector that did not say how it is spoken to is spoken to by REST.
alter table connector alter column api_type set default 1;
update connector set api_type = 1 where api_type = 0;

-- Registrations in the style of workflow platforms.
create table webhook (
  tenant_id integer not null references tenant (id),
  id integer generated always as identity,
  event text not null check (event in ('AppointmentCreated', 'AppointmentUpdated', 'AppointmentDeleted')),
  name text,
  -- Null: of all source systems.
  source_app text,
  notification_url text not null,
  resource text,
  change_types text[] not null default '{}',
  created_at timestamptz not null default now(),
  created_by text not null,
  primary key (tenant_id, id)
);

-- One row for each connector and each webhook: what the service itself keeps about it. It goes with what it stands for, and its deliveries with it.
create table receiver (
  tenant_id integer not null,
  id integer generated always as identity,
  connector_id bigint,
  webhook_id integer,
  -- Deliveries are made for it. What happens while it is off is not made up for.
  enabled boolean not null,
  -- Changes after this number are for it.
  since_no bigint not null,
  -- Sealed. While it is exchanged both are valid.
  secret text,
  former_secret text,
  former_until timestamptz,
  -- Deliveries are made, and wait.
  paused_at timestamptz,
  paused_by text,
  pause_reason text,
  -- It failed so often in a row; it is left alone until then.
  failures integer not null default 0,
  rest_until timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, connector_id),
  unique (tenant_id, webhook_id),
  check (num_nonnulls(connector_id, webhook_id) = 1)
);
insert into receiver (tenant_id, connector_id, enabled, since_no)
select c.tenant_id, c.id, c.send_appointment_to_web_service, t.change_seq from connector c join tenant t on t.id = c.tenant_id;

-- How far the log is turned into deliveries.
create table outbound_position (
  tenant_id integer primary key references tenant (id),
  position bigint not null
);

create table delivery (
  tenant_id integer not null,
  -- In the order of the log.
  no bigint generated always as identity,
  -- What the receiver knows it by; the same on every attempt, and never again for another one, not even in a restored database.
  id uuid not null default gen_random_uuid(),
  receiver_id integer not null,
  entity text not null,
  record_id bigint not null,
  -- The number of the last change of the write that it tells of.
  change_no bigint not null,
  action text not null check (action in ('I', 'U', 'D')),
  source_app text,
  body text not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'dead')),
  -- The newest twenty, as {at, status, ms, error, answer}.
  attempts jsonb not null default '[]',
  attempt_count integer not null default 0,
  -- Given up three days after this: it was made, put back, or its receiver was no longer paused.
  retry_since timestamptz not null default now(),
  next_at timestamptz not null default now(),
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  -- What the receiver made of it later.
  ack text check (ack in ('processed', 'refused')),
  ack_message text,
  ack_at timestamptz,
  ack_by text,
  primary key (tenant_id, no),
  unique (tenant_id, id),
  -- One for each receiver, record and write, whatever dies.
  unique (tenant_id, receiver_id, change_no, entity, record_id)
);
create index delivery_waiting on delivery (tenant_id, receiver_id, no) where status = 'waiting';
create index delivery_retried on delivery (tenant_id, receiver_id, next_at) where status = 'waiting' and attempt_count > 0;
create index delivery_receiver on delivery (tenant_id, receiver_id, no);
create index delivery_ended on delivery (ended_at) where status <> 'waiting';

-- What a connector's back office has made of the newest delivery of an appointment. Beside the appointment: its version is not touched.
create table appointment_back_office (
  tenant_id integer not null,
  appointment_id bigint not null,
  receiver_id integer not null,
  delivery_no bigint not null,
  status text not null check (status in ('sent', 'received', 'processed', 'refused')),
  message text,
  at timestamptz not null default now(),
  primary key (tenant_id, appointment_id, receiver_id)
);
create index appointment_back_office_receiver on appointment_back_office (tenant_id, receiver_id);

-- Named places in the log, for those who fetch.
create table change_cursor (
  tenant_id integer not null references tenant (id),
  -- The folded name.
  key text collate "C" not null,
  name text not null,
  entities text[],
  source_apps text[],
  position bigint not null,
  lease_id uuid,
  -- Where the position goes when the lease is acknowledged.
  lease_position bigint,
  lease_until timestamptz,
  lease_by text,
  -- So that an acknowledgement can be repeated.
  last_lease_id uuid,
  created_at timestamptz not null default now(),
  created_by text not null,
  primary key (tenant_id, key)
);
