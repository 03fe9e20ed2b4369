-- Nothing is read or copied here: what the previous file has proven is what the first partition needs. The previous version goes on with the same
-- names and columns. Later partitions are added by the service (src/platform/postgres/partitions.ts).
--
-- A number is unique within its partition only. Across partitions the row of the tenant is the guard of changes, and the position in the log that of
-- deliveries: both are locked by those who write.

lock table change, delivery in access exclusive mode;

-- Names of indexes are unique in a schema: those of the whole table go to the parent.
do $$
declare
  moved record;
begin
  for moved in
    select i.relname as name, regexp_replace(i.relname, '^(change|delivery)_', '\1_first_') as first
    from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid in ('change'::regclass, 'delivery'::regclass)
  loop
    execute format('alter index %I rename to %I', moved.name, left(moved.first, 63));
  end loop;
  alter table change rename to change_first;
  alter table delivery rename to delivery_first;
end $$;

-- Before PostgreSQL 17, partitioned tables cannot have identity columns.
do $$
declare
  numbered record;
begin
  select last_value, is_called into numbered from delivery_no_seq;
  alter table delivery_first alter column no drop identity;
  create sequence delivery_no_seq as bigint;
  perform setval('delivery_no_seq', numbered.last_value, numbered.is_called);
  alter table delivery_first alter column no set default nextval('delivery_no_seq');
end $$;

create table change (like change_first including defaults including constraints including storage including compression) partition by range (at);
alter table change drop constraint change_till;
create index change_record on change (tenant_id, record_id);
create index change_unassigned on change (tenant_id, no) where entity = 'Assignment' and action = 'deleted';
create index change_appointment_gone on change (tenant_id, lower(key), no) where entity = 'Appointment' and action = 'deleted';

create table delivery (like delivery_first including defaults including constraints including storage including compression)
  partition by range (created_at);
alter table delivery drop constraint delivery_till;
alter sequence delivery_no_seq owned by delivery.no;
create index delivery_waiting on delivery (tenant_id, receiver_id, no) where status = 'waiting';
create index delivery_retried on delivery (tenant_id, receiver_id, next_at) where status = 'waiting' and attempt_count > 0;
create index delivery_receiver on delivery (tenant_id, receiver_id, no);
create index delivery_ended on delivery (ended_at) where status <> 'waiting';

-- The first partition ends where the rule says. An empty one need not wait for that: it ends tomorrow.
do $$
declare
  part record;
  till timestamptz;
  is_filled boolean;
  granted record;
begin
  for part in select * from (values ('change'), ('delivery')) v(name) loop
    select substring(pg_get_constraintdef(oid) from '''([^'']+)''')::timestamptz into strict till
      from pg_constraint where conname = part.name || '_till' and conrelid = (part.name || '_first')::regclass;
    execute format('select exists (select from %I)', part.name || '_first') into is_filled;
    if not is_filled then
      till := date_trunc('day', now(), 'UTC') + interval '24 hours';
    end if;
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', part.name, part.name || '_first', till);
    execute format('alter table %I drop constraint %I', part.name || '_first', part.name || '_till');
    -- Rights of other users of the database, such as one that reads reports.
    for granted in
      select a.privilege_type as kind, a.is_grantable, case when a.grantee = 0 then 'public' else quote_ident(r.rolname) end as who
      from pg_class c cross join aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
      where c.oid = (part.name || '_first')::regclass and a.grantee <> c.relowner
    loop
      execute format('grant %s on %I to %s%s', granted.kind, part.name, granted.who, case when granted.is_grantable then ' with grant option' else '' end);
    end loop;
  end loop;
end $$;

-- For what no other partition takes, and the pattern of those to come.
create table change_rest partition of change (primary key (tenant_id, no)) default;
create table delivery_rest partition of delivery (
  primary key (tenant_id, no), unique (tenant_id, id), constraint delivery_rest_key unique (tenant_id, receiver_id, change_no, entity, record_id)
) default;
