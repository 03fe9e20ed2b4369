-- Whether any part waits for a record, asked before the names of a thousand new records are put together. As in pending_parts_for, a request that
-- keeps a part holds the lock exclusively until it has committed, and a function sees what was committed while it waited.
create function parts_wait(tenant integer) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7348, tenant);
  return exists (select from pending_part p where p.tenant_id = tenant and p.attached_id is null);
end $$;
