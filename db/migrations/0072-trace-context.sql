-- The W3C trace context of the request that wrote a set of changes or queued a job; null without tracing. It goes on to deliveries and jobs.
alter table change_set add column trace_parent text;
alter table background_job add column trace_parent text;
