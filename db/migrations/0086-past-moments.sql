-- The plan as of a past moment: the present with the change log folded back.
-- past_rows: the rows in which a past moment differs from the present. They are computed when somebody asks for the moment, kept while it is asked
-- for, and can be thrown away. past_view: tables as they were; a session that looks there first (search_path) and names a moment (openslot.tenant, openslot.past) reads the past with the statements of every other read.
create schema past_rows;
create schema past_view;

-- A moment, by the number of the last change that was made up to it.
create table past_rows.moment (
  tenant_id integer not null,
  past_no bigint not null,
  -- The last change that the rows of records take back.
  records_at bigint not null,
  -- The last change that the plan of the present had when the plan of the past was computed.
  plan_at bigint not null,
  used_at timestamptz not null default now(),
  constraint past_moment_key primary key (tenant_id, past_no)
);

-- Who computes rows that are kept holds the row of the tenant with others; who erases a person changes it: rows from before are deleted with the
-- others, and those of a snapshot from before are refused.
create table past_rows.gate (
  tenant_id integer not null,
  erasures integer not null default 0,
  constraint past_gate_key primary key (tenant_id)
);

-- The tables that are shown as they were, the column that tells their rows apart, and the table whose rows say which of them are replaced.
-- What somebody may see, and how pages look, is never shown as it was.
create function past_tables(out name text, out key text, out replaced_by text) returns setof record immutable language sql as $$
  select t, 'id', t from unnest(array['calendar', 'resource_type', 'filter_group', 'filter_value', 'category', 'time_marker', 'pin', 'tag',
    'resource', 'resource_filter_value', 'resource_uri', 'resource_certificate', 'resource_capacity', 'resource_load_capacity',
    'resource_break', 'resource_refill', 'resource_calendar', 'absence', 'resource_gps_tracking', 'container', 'job', 'task',
    'task_filter_value', 'task_uri', 'task_container', 'task_assignment', 'task_dependency', 'task_budget_entry', 'task_load',
    'appointment_field', 'appointment', 'assignment', 'appointment_uri', 'appointment_field_value', 'appointment_container',
    'appointment_dependency', 'exchange_appointment', 'notification']) t
  union all
  values ('appointment_plan', 'appointment_id', 'appointment_plan'), ('resource_plan', 'appointment_id', 'appointment_plan'),
    ('task_plan', 'task_id', 'task_plan'), ('violation', 'key', 'violation')
$$;

-- Creates both schemas again from the tables of now, and forgets all moments. Every migration that changes one of these tables ends with it, as it
-- does with create_draft_views; one that removes a column drops the view of the table first. Rows have the indexes of their tables, and one
-- for all rows of a moment. None of the others begins with what all rows of a moment share, and that one is of an expression, so that nobody who looks for single rows is led to it: PostgreSQL knows nothing about rows that
-- came a moment ago, and would read all of them each time.
-- Rows of the plan may be there several times: a read that has to compute some adds them for itself, and the last that were computed count.
create function create_past_views() returns void language plpgsql as $$
declare
  of record;
  listed text;
  indexed text;
begin
  if current_setting('openslot.views', true) = 'later' then
    return;
  end if;
  truncate past_rows.moment;
  for of in select * from past_tables() loop
    execute format('drop view if exists past_view.%I', of.name);
  end loop;
  for of in select * from past_tables() loop
    execute format('drop table if exists past_rows.%I', of.name);
    execute format(
      'create table past_rows.%I as select null::bigint as past_no, 0::bigint as computed, false as gone, t.* from public.%1$I t with no data', of.name);
    for indexed in
      select distinct (
        select string_agg(quote_ident(a.attname), ', ' order by k.n) from unnest(i.indkey[1:i.indnkeyatts - 1]) with ordinality k(no, n)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.no
      )
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
      where i.indrelid = format('public.%I', of.name)::regclass and m.amname = 'btree' and i.indexprs is null and i.indpred is null
        and i.indnkeyatts > 1
    loop
      execute format('create index on past_rows.%I (%s, past_no, tenant_id)', of.name, indexed);
    end loop;
    execute format('create index on past_rows.%I (tenant_id, (past_no + 0))', of.name);
  end loop;
  for of in select * from past_tables() loop
    select string_agg(quote_ident(attname), ', ' order by attnum) into listed from pg_attribute
    where attrelid = format('public.%I', of.name)::regclass and attnum > 0 and not attisdropped;
    execute format(
      $view$create view past_view.%1$I as
        select %2$s from public.%1$I r where r.%4$I not in (
          select d.%4$I from past_rows.%3$I d
          where d.tenant_id = current_setting('openslot.tenant')::integer and d.past_no + 0 = current_setting('openslot.past')::bigint)
        union all
        select %2$s from past_rows.%1$I d
        where d.tenant_id = current_setting('openslot.tenant')::integer and d.past_no = current_setting('openslot.past')::bigint and not d.gone%5$s$view$,
      of.name, listed, of.replaced_by, of.key, case when of.key <> 'id' then format(
        ' and not exists (select from past_rows.%1$I n where n.tenant_id = d.tenant_id and n.past_no = d.past_no and n.%2$I = d.%2$I
          and n.computed > d.computed)', of.replaced_by, of.key) end);
  end loop;
end
$$;
select create_past_views();

-- Adds rows of records, by table: {"task": [{"id": 12, "gone": true}, {"id": 13, "reverted": true, "description": "Pump"}]}. One that is
-- reverted holds in its other columns what it holds now; one that is neither gone nor reverted is given whole. What the moment has already stays.
create function put_past_rows(of_tenant integer, of_past bigint, given jsonb) returns void language plpgsql as $$
declare
  of record;
  common jsonb := jsonb_build_object('tenant_id', of_tenant, 'past_no', of_past);
begin
  for of in select t.name from past_tables() t where given ? t.name loop
    execute format(
      $put$insert into past_rows.%1$I select r.* from jsonb_array_elements($1) e
        cross join lateral (
          select case when e ? 'reverted' then (select to_jsonb(t) from public.%1$I t where t.tenant_id = $2 and t.id = (e ->> 'id')::bigint)
            else '{}' end || '{"gone": false, "computed": 0}' || e || $4 as row
        ) w
        cross join lateral jsonb_populate_record(null::past_rows.%1$I, w.row) r
        where w.row is not null and not exists (
          select from past_rows.%1$I d where d.tenant_id = $2 and d.past_no = $3 and d.id = (e ->> 'id')::bigint)$put$, of.name)
    using given -> of.name, of_tenant, of_past, common;
  end loop;
end
$$;

-- Forgets moments of a tenant: those beyond the last so many that were used, and those that nobody used for a while.
create function forget_past_moments(of_tenant integer, kept integer, unused interval) returns integer language plpgsql as $$
declare
  of record;
  forgotten bigint[];
begin
  with gone as (
    delete from past_rows.moment m where m.tenant_id = of_tenant and (m.used_at < now() - unused or m.past_no not in (
      select n.past_no from past_rows.moment n where n.tenant_id = of_tenant order by n.used_at desc, n.past_no desc limit kept))
    returning m.past_no
  )
  select array_agg(past_no) into forgotten from gone;
  if forgotten is null then
    return 0;
  end if;
  for of in select * from past_tables() loop
    execute format('delete from past_rows.%I where tenant_id = $1 and past_no + 0 = any ($2)', of.name) using of_tenant, forgotten;
  end loop;
  return cardinality(forgotten);
end
$$;

-- Forgets all moments of a tenant in which a person is erased.
create function forget_past(of_tenant integer) returns void language plpgsql as $$
begin
  insert into past_rows.gate as g (tenant_id) values (of_tenant) on conflict (tenant_id) do update set erasures = g.erasures + 1;
  perform forget_past_moments(of_tenant, 0, '0');
end
$$;
