-- The change log and the deliveries become partitions by time (docs/decisions/0130). The tables that exist are the first partitions. Three files,
-- each a transaction of its own, so that nobody waits while PostgreSQL reads a table: here a rule that new rows meet for two months, in the
-- next file the proof that all rows meet it, in the third the partitions.

-- Rows that exist get the moment of this statement, without being written.
alter table change add column at timestamptz not null default now();

do $$
declare
  till timestamptz := date_trunc('day', now(), 'UTC') + interval '1440 hours';
begin
  execute format('alter table change add constraint change_till check (at < %L) not valid', till);
  execute format('alter table delivery add constraint delivery_till check (created_at < %L) not valid', till);
end $$;
