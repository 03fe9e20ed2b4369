-- Work that is done in the background. graphile-worker hands it out (its tables are in the schema graphile_worker); what tenants see of it is here.

create table background_job (
  tenant_id integer not null references tenant (id),
  id bigint generated always as identity,
  kind text not null,
  -- What it is about, in words for people.
  about text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  payload jsonb not null,
  -- What the work came to, or why the last attempt failed.
  result jsonb,
  error text,
  attempts integer not null default 0,
  max_attempts integer not null,
  -- When the next attempt is due, while it is queued.
  run_at timestamptz not null default now(),
  -- The job of graphile-worker that runs it; none once it is done or failed.
  queue_id bigint,
  request_id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index background_job_status on background_job (tenant_id, status, id);
create index background_job_queue on background_job (queue_id) where queue_id is not null;
create index background_job_ended on background_job (updated_at) where status = 'done';

-- What is done every night, and for which night it was done last.
create table nightly_task (
  name text primary key,
  done_for date not null,
  ended_at timestamptz not null default now(),
  result jsonb not null
);

-- The oldest change that is kept; readers that are behind it have to begin anew.
alter table tenant add column oldest_change bigint not null default 1;

-- The reminder that was sent last: so many days before the key expires.
alter table api_key add column reminded_days integer;
