-- The newest changes of one user, for GET /changes/own.
create index change_set_actor on change_set (tenant_id, actor, last_no);
