-- Files of appointments, tasks and resources. They are no records: no import, no undo. The owner may go and come back, so nothing refers to it.
create table attachment (
  tenant_id integer not null references tenant (id),
  id bigint generated always as identity,
  -- Chosen by the client.
  guid uuid not null,
  owner_kind text not null check (owner_kind in ('Appointment', 'Task', 'Resource')),
  owner_id bigint not null,
  -- How the owner is called: the number of the appointment or resource, the parts of the key of the task.
  owner_name text not null,
  -- The task itself, or that of the appointment: who sees the file when the appointment is gone.
  task_id bigint,
  source_app text,
  kind text not null check (kind in ('photo', 'signature', 'document')),
  file_name text not null,
  -- As declared until the file is complete, then as found.
  content_type text not null,
  size integer not null check (size > 0),
  received integer not null default 0 check (received between 0 and size),
  sha256 text,
  note text,
  signed_by text,
  created_at timestamptz not null default now(),
  created_by text not null,
  completed_at timestamptz,
  -- When the nightly work first found neither owner nor task.
  orphaned_at timestamptz,
  primary key (tenant_id, id),
  constraint attachment_guid unique (tenant_id, guid)
);
create index attachment_owner on attachment (tenant_id, owner_kind, owner_id);
create index attachment_task on attachment (tenant_id, task_id) where task_id is not null;
create index attachment_unfinished on attachment (created_at) where completed_at is null;

-- The content in rows of 256 KB. Photos and PDF are compressed already.
create table attachment_chunk (
  tenant_id integer not null,
  attachment_id bigint not null,
  no integer not null,
  content bytea not null,
  primary key (tenant_id, attachment_id, no)
);
alter table attachment_chunk alter column content set storage external;

-- What the attachments of a tenant take, those included that are still being sent. The row is locked by whoever adds to it.
create table attachment_usage (
  tenant_id integer primary key references tenant (id),
  bytes bigint not null default 0 check (bytes >= 0)
);
