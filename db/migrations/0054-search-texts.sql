-- What GET /search looks into: the texts of jobs, tasks and appointments in lower case, apart from their wide rows. They follow from the records.
-- Collation "C": looking for a part of a text compares bytes.
create table job_search (
  tenant_id integer not null,
  id bigint not null,
  -- Customer and site: tasks and appointments of the job are found by them too.
  customer text collate "C" not null,
  site text collate "C" not null,
  own text collate "C" not null,
  primary key (tenant_id, id)
);
create table task_search (
  tenant_id integer not null,
  id bigint not null,
  job_id bigint not null,
  own text collate "C" not null,
  primary key (tenant_id, id)
);
create table appointment_search (
  tenant_id integer not null,
  id bigint not null,
  task_id bigint,
  -- Without the numbers of job and task: those are in the texts of the task.
  own text collate "C" not null,
  primary key (tenant_id, id)
);

-- New rows come by the thousand and are taken together; of changed rows only those whose texts changed call a function.
create function note_new_jobs() returns trigger language plpgsql as $$
begin
  insert into job_search (tenant_id, id, customer, site, own)
  select tenant_id, id, lower(concat_ws(' ', customer_no, customer_name)), lower(concat_ws(' ', site_address, site_city)),
    lower(concat_ws(' ', job_no, short_description, contact_name, site_name))
  from fresh order by tenant_id, id;
  return null;
end $$;
create function note_new_tasks() returns trigger language plpgsql as $$
begin
  insert into task_search (tenant_id, id, job_id, own)
  select tenant_id, id, job_id, lower(concat_ws(' ', job_no, task_no, short_description, subject)) from fresh order by tenant_id, id;
  return null;
end $$;
create function note_new_appointments() returns trigger language plpgsql as $$
begin
  insert into appointment_search (tenant_id, id, task_id, own)
  select tenant_id, id, task_id, lower(concat_ws(' ', subject, appointment_no)) from fresh order by tenant_id, id;
  return null;
end $$;
create trigger job_search_new after insert on job referencing new table as fresh
  for each statement execute function note_new_jobs();
create trigger task_search_new after insert on task referencing new table as fresh
  for each statement execute function note_new_tasks();
create trigger appointment_search_new after insert on appointment referencing new table as fresh
  for each statement execute function note_new_appointments();

create function note_changed_job() returns trigger language plpgsql as $$
begin
  update job_search set customer = lower(concat_ws(' ', new.customer_no, new.customer_name)),
    site = lower(concat_ws(' ', new.site_address, new.site_city)),
    own = lower(concat_ws(' ', new.job_no, new.short_description, new.contact_name, new.site_name))
  where tenant_id = new.tenant_id and id = new.id;
  return null;
end $$;
create function note_changed_task() returns trigger language plpgsql as $$
begin
  update task_search set job_id = new.job_id, own = lower(concat_ws(' ', new.job_no, new.task_no, new.short_description, new.subject))
  where tenant_id = new.tenant_id and id = new.id;
  return null;
end $$;
create function note_changed_appointment() returns trigger language plpgsql as $$
begin
  update appointment_search set task_id = new.task_id,
    own = lower(concat_ws(' ', new.subject, new.appointment_no))
  where tenant_id = new.tenant_id and id = new.id;
  return null;
end $$;
create trigger job_search_changed after update on job for each row
  when ((old.job_no, old.short_description, old.customer_no, old.customer_name, old.contact_name, old.site_name, old.site_address, old.site_city)
    is distinct from
    (new.job_no, new.short_description, new.customer_no, new.customer_name, new.contact_name, new.site_name, new.site_address, new.site_city))
  execute function note_changed_job();
create trigger task_search_changed after update on task for each row
  when ((old.job_id, old.job_no, old.task_no, old.short_description, old.subject)
    is distinct from (new.job_id, new.job_no, new.task_no, new.short_description, new.subject))
  execute function note_changed_task();
create trigger appointment_search_changed after update on appointment for each row
  when ((old.task_id, old.subject, old.appointment_no) is distinct from (new.task_id, new.subject, new.appointment_no))
  execute function note_changed_appointment();

create function note_gone_jobs() returns trigger language plpgsql as $$
begin
  delete from job_search s using gone g where s.tenant_id = g.tenant_id and s.id = g.id;
  return null;
end $$;
create function note_gone_tasks() returns trigger language plpgsql as $$
begin
  delete from task_search s using gone g where s.tenant_id = g.tenant_id and s.id = g.id;
  return null;
end $$;
create function note_gone_appointments() returns trigger language plpgsql as $$
begin
  delete from appointment_search s using gone g where s.tenant_id = g.tenant_id and s.id = g.id;
  return null;
end $$;
create trigger job_search_gone after delete on job referencing old table as gone
  for each statement execute function note_gone_jobs();
create trigger task_search_gone after delete on task referencing old table as gone
  for each statement execute function note_gone_tasks();
create trigger appointment_search_gone after delete on appointment referencing old table as gone
  for each statement execute function note_gone_appointments();

-- The triggers are there already: writers wait until this has committed, readers do not.
insert into job_search (tenant_id, id, customer, site, own)
select tenant_id, id, lower(concat_ws(' ', customer_no, customer_name)), lower(concat_ws(' ', site_address, site_city)),
  lower(concat_ws(' ', job_no, short_description, contact_name, site_name))
from job;
insert into task_search (tenant_id, id, job_id, own)
select tenant_id, id, job_id, lower(concat_ws(' ', job_no, task_no, short_description, subject)) from task;
insert into appointment_search (tenant_id, id, task_id, own)
select tenant_id, id, task_id, lower(concat_ws(' ', subject, appointment_no)) from appointment;
