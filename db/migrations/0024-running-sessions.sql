-- A batch may move running sessions between resources in any order, so the rule is checked when the transaction ends, not row by row.
drop index time_session_running;
alter table time_session add constraint time_session_running
  exclude using btree (tenant_id with =, resource_id with =) where (stopped_at is null) deferrable initially deferred;
