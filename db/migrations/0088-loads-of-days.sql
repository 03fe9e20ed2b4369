-- Violations of a resource on a day, whichever appointments stand for them: loads that it cannot carry.
alter table violation
  drop constraint violation_scope_check,
  add constraint violation_scope_check check (scope in ('appointment', 'pair', 'task', 'day'));
create index violation_day on violation (tenant_id, resource_id) where scope = 'day';

-- The plan is computed again, with the new rule, where it can be broken.
update plan_state set rebuilt_to = 0 where tenant_id in (select tenant_id from resource_load_capacity);

select create_draft_views(), create_past_views();
