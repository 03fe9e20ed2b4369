-- Appointments that were made together by one recurrence rule.
alter table appointment
  add column series_id text,
  add column is_recurrence_exception boolean not null default false;
create index appointment_tenant_id_series_id_idx on appointment (tenant_id, series_id);
