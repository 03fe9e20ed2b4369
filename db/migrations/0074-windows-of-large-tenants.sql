-- The resources that have worked for a customer are read for each question for slots: from the customer to its jobs.
create index job_customer on job (tenant_id, (normalize(lower(rtrim(customer_no)))));

-- With the end in it, long appointments that overlap a window are found without a look at their rows. PostgreSQL believes that every third
-- appointment is long, and would rather read the whole history than so many rows.
drop index appointment_long;
create index appointment_long on appointment (tenant_id, start, "end") where "end" - start > interval '31 days';

-- The same for violations, which are found by their end.
create index violation_long on violation (tenant_id, "end", start) where "end" - start > interval '31 days';
