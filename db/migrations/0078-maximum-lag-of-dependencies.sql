-- Dependencies may have a maximum lag, and tasks that depend on each other may need different resources. Without a value all stays as it was;
-- the previous version does not write these columns.
alter table task_dependency add column max_lag_in_seconds bigint;
alter table task_dependency add column different_resources boolean not null default false;
alter table appointment_dependency add column max_lag_in_seconds bigint;
