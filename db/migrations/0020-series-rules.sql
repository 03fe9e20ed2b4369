-- What series were made by. Appointments hold together by their series_id; the rule that gave their days stands here, so that it can be shown.
-- A row outlives the appointments: the undo of an end brings them back, and their rule with them.
create table series (
  tenant_id integer not null references tenant (id),
  series_id text not null,
  -- Rule, first moment, end, zone, exceptions: as they were asked for, read and checked.
  request json not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, series_id)
);
