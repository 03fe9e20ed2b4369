-- Filter values, URIs and container memberships that arrived before the record that they belong to. They are stored when it arrives.
create table pending_part (
  tenant_id integer not null references tenant (id),
  id bigint generated always as identity,
  entity text not null,
  -- Folded, like the key of the record that it will become. Parts of appointments have the GUID of the appointment in it.
  key text not null,
  -- The record that is missing, such as `Resource|r9` or `Appointment|appointmentGuid:…`.
  waits_for text not null,
  -- The record that it belongs to, in the same form. A membership may wait for its container only.
  part_of text not null,
  -- By property, as they were parsed.
  fields jsonb not null,
  options jsonb not null,
  -- What the key that sent it is limited to.
  source_apps text[],
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  expires_at timestamptz not null,
  -- The record that it became. It is kept until it expires: an undo of the record that it waited for makes it wait again.
  attached_id bigint,
  primary key (tenant_id, id)
);
create unique index pending_part_key on pending_part (tenant_id, entity, key) where attached_id is null;
create index pending_part_waits_for on pending_part (tenant_id, waits_for);
create index pending_part_part_of on pending_part (tenant_id, part_of);
create index pending_part_expires_at on pending_part (expires_at);

-- The parts that wait for one of these new records. A request that keeps a part holds the lock exclusively from before its last look for the record
-- until it has committed. So either it sees the new record, or its part is seen here: a function sees what was committed while it waited.
create function pending_parts_for(tenant integer, records text[]) returns setof pending_part language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7348, tenant);
  if not exists (select from pending_part p where p.tenant_id = tenant and p.attached_id is null) then
    return;
  end if;
  return query select p.* from pending_part p
    where p.tenant_id = tenant and p.waits_for = any(records) and p.attached_id is null order by p.id for update;
end $$;

-- What was accepted although it is unusual: how many warnings the response had, and the first of them.
alter table import_log
  add column warnings integer not null default 0,
  add column first_warnings json not null default '[]';
