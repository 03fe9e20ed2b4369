-- The draft in which a run of the optimizer was started; null for the plan. It stays when the draft is published or deleted.
alter table optimization add column draft_id bigint;
