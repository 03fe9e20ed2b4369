-- Drafts: changes of appointments that are not part of the plan until somebody publishes them.
create table draft (
  tenant_id integer not null references tenant (id),
  id bigint not null generated always as identity,
  name text not null,
  -- How the change log names who made it: key:ERP, user:anna@example.com.
  owner text not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  -- The change of the tenant that the rows in draft_rows were computed for; null when they have to be computed.
  rows_at bigint,
  -- The same for travel times of the router, which are no changes.
  roads_at bigint,
  primary key (tenant_id, id)
);
create index draft_used on draft (used_at);

-- What was written in a draft, as the change log would have it. Everything else of a draft follows from it.
create table draft_change (
  tenant_id integer not null references tenant (id),
  draft_id bigint not null,
  no integer not null,
  -- The newest change of the tenant when it was written: later ones may conflict.
  based_on bigint not null,
  at timestamptz not null default now(),
  actor text not null,
  request_id text not null,
  entity text not null,
  record_id bigint not null,
  key text not null,
  source_app text,
  action text not null check (action in ('created', 'updated', 'deleted')),
  version integer not null,
  from_back_office boolean not null,
  before text,
  after text,
  primary key (tenant_id, draft_id, no)
);

-- draft_rows: the rows in which a draft differs from the present, computed from draft_change. draft_view: tables as a draft has them; a session
-- that looks there first (search_path) and names a draft (openslot.tenant, openslot.draft) reads the draft with the statements of every other read.
create schema draft_rows;
create schema draft_view;

-- The tables that a draft may differ in, the column that tells its rows apart, and the table whose rows say which of them a draft replaces: the
-- resources of an appointment in the plan are replaced together with it.
create function draft_tables(out name text, out key text, out replaced_by text) returns setof record immutable language sql as $$
  values ('appointment', 'id', 'appointment'), ('assignment', 'id', 'assignment'), ('appointment_uri', 'id', 'appointment_uri'),
    ('appointment_field_value', 'id', 'appointment_field_value'), ('appointment_container', 'id', 'appointment_container'),
    ('appointment_dependency', 'id', 'appointment_dependency'), ('exchange_appointment', 'id', 'exchange_appointment'),
    ('notification', 'id', 'notification'), ('appointment_plan', 'appointment_id', 'appointment_plan'),
    ('resource_plan', 'appointment_id', 'appointment_plan'), ('task_plan', 'task_id', 'task_plan'), ('violation', 'key', 'violation')
$$;

-- Creates both schemas again from the tables of now. Keys are looked up in a hash (`not in`), whatever PostgreSQL knows about rows that came a
-- moment ago. Every migration that changes one of these tables ends with it; one that removes a column
-- drops the view of the table first. An empty database gets them once, after all migrations (openslot.views).
create function create_draft_views() returns void language plpgsql as $$
declare
  of record;
  listed text;
begin
  if current_setting('openslot.views', true) = 'later' then
    return;
  end if;
  update draft set rows_at = null where rows_at is not null;
  for of in select * from draft_tables() loop
    execute format('drop view if exists draft_view.%I', of.name);
  end loop;
  for of in select * from draft_tables() loop
    execute format('drop table if exists draft_rows.%I', of.name);
    execute format('create table draft_rows.%I as select null::bigint as draft_id, false as gone, t.* from public.%1$I t with no data', of.name);
    execute format('create index on draft_rows.%I (tenant_id, draft_id, %I)', of.name, of.key);
  end loop;
  for of in select * from draft_tables() loop
    select string_agg(quote_ident(attname), ', ' order by attnum) into listed from pg_attribute
    where attrelid = format('public.%I', of.name)::regclass and attnum > 0 and not attisdropped;
    execute format(
      $view$create view draft_view.%1$I as
        select %2$s from public.%1$I r where r.%4$I not in (
          select d.%4$I from draft_rows.%3$I d
          where d.tenant_id = current_setting('openslot.tenant')::integer and d.draft_id = current_setting('openslot.draft')::bigint)
        union all
        select %2$s from draft_rows.%1$I d
        where d.tenant_id = current_setting('openslot.tenant')::integer and d.draft_id = current_setting('openslot.draft')::bigint and not d.gone$view$,
      of.name, listed, of.replaced_by, of.key);
  end loop;
end
$$;
select create_draft_views();

-- The rows of the given keys ({"appointment": [12], "violation": ["overlap|12|13"]}) as they are now, for draft_rows: what is not there is gone in
-- the draft. Called in a transaction that then takes back what it wrote.
create function collect_draft_rows(of_tenant integer, of_draft bigint, wanted jsonb) returns jsonb language plpgsql as $$
declare
  of record;
  found jsonb;
  absent jsonb;
  collected jsonb := '{}';
  common jsonb := jsonb_build_object('tenant_id', of_tenant, 'draft_id', of_draft);
begin
  for of in
    select t.*, format_type(a.atttypid, null) as type from draft_tables() t
    join pg_attribute a on a.attrelid = format('public.%I', t.name)::regclass and a.attname = t.key
    where wanted ? t.name
  loop
    execute format(
      $read$select coalesce(jsonb_agg(to_jsonb(t) || $3 || '{"gone": false}'), '[]') from public.%1$I t
        where t.tenant_id = $1 and t.%2$I = any (array(select k::%3$s from jsonb_array_elements_text($2) k))$read$, of.name, of.key, of.type)
    into found using of_tenant, wanted -> of.name, common;
    absent := '[]';
    if of.name = of.replaced_by then
      select coalesce(jsonb_agg(common || jsonb_build_object('gone', true, of.key, k)), '[]') into absent
      from jsonb_array_elements(wanted -> of.name) k
      where k not in (select f -> of.key from jsonb_array_elements(found) f);
    end if;
    collected := collected || jsonb_build_object(of.name, found || absent);
  end loop;
  return collected;
end
$$;

-- Puts collected rows in place of those that the draft had.
create function put_draft_rows(of_tenant integer, of_draft bigint, collected jsonb) returns void language plpgsql as $$
declare
  of record;
begin
  for of in select * from draft_tables() loop
    execute format('delete from draft_rows.%I where tenant_id = $1 and draft_id = $2', of.name) using of_tenant, of_draft;
    if collected ? of.name then
      execute format('insert into draft_rows.%1$I select * from jsonb_populate_recordset(null::draft_rows.%1$I, $1)', of.name)
      using collected -> of.name;
    end if;
  end loop;
end
$$;
