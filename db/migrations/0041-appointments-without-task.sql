-- An absence, a meeting or a block is an appointment without a task: all parts of the task are empty then, or none is.
alter table appointment
  alter column task_id drop not null,
  alter column source_app drop not null,
  alter column source_type drop not null,
  alter column job_no drop not null,
  alter column task_no drop not null,
  add constraint appointment_task_check check (
    num_nulls(task_id, source_app, source_type, job_no, task_no) in (0, 5)
  ) not valid;

alter table appointment_plan alter column task_id drop not null;

alter table violation alter column task_id drop not null;
