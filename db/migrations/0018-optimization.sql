-- Runs of the optimizer, with what they propose. Nothing of a proposal is in the plan until it is applied.
create table optimization (
  tenant_id integer not null references tenant (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('fieldService', 'professionalServices')),
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'cancelled', 'failed')),
  -- As it was asked for, read and checked.
  request json not null,
  -- Folded SourceApps that its maker is limited to; who is limited further does not see it.
  source_apps text[],
  actor text not null,
  request_id text not null,
  -- The background job that does it.
  job_id bigint,
  is_cancel_wanted boolean not null default false,
  -- The best so far, in figures, and how it became better.
  progress json,
  history json not null default '[]',
  proposal json,
  -- Moves that were applied: their number, and the appointment that it concerned.
  applied jsonb not null default '{}',
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index optimization_ended on optimization (tenant_id, ended_at);
