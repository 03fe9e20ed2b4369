-- A job or a task that is asked for by its number alone: GET /job/{no}, a list with ?jobNo=. The key begins with the source system.
create index job_number on job (tenant_id, (normalize(lower(rtrim(job_no)))));
create index task_number on task (tenant_id, (normalize(lower(rtrim(task_no)))));

-- The tasks of a job that wait for another one: hardly any, where the plan looked at all tasks of each job.
create index task_predecessor on task (tenant_id, job_id) where predecessor_task_no is not null;
