import { grouped } from '../../domain/grouped.ts';
import type { PlannedAppointment, PlannedTask } from '../../engine/plan/appointment-plan.ts';
import type { Neighbours, PlannedDependency } from '../../engine/plan/plan-violations.ts';
import type { TaskTotals } from '../../engine/plan/task-totals.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { folded } from '../../records/derive/statements.ts';

/** What the rules have to know, loaded for whole sets. Each is one statement. */

export const appointmentsByIds = (
  db: Session,
  tenantId: number,
  ids: readonly number[],
): Promise<PlannedAppointment[]> =>
  db.query(
    `select id, task_id as "taskId", start, "end", is_all_day as "isAllDay", planning_quantity as quantity
     from appointment where tenant_id = $1 and id = any($2)`,
    [tenantId, ids],
  );

export const staffOf = (
  db: Session,
  tenantId: number,
  appointments: readonly number[],
): Promise<{ appointmentId: number; resourceId: number }[]> =>
  db.query(
    `select distinct owner_id as "appointmentId", resource_id as "resourceId" from assignment
     where tenant_id = $1 and owner_id = any($2) order by 1, 2`,
    [tenantId, appointments],
  );

/** Few tasks have requirements or preferred resources: those are read on their own, instead of looked up for each task. */
export async function demandsOf(db: Session, tenantId: number, tasks: readonly number[]): Promise<PlannedTask[]> {
  const rows = await db.query<Omit<PlannedTask, 'requirements' | 'required' | 'excluded'>>(
    `select id, calendar_id as "calendarId", ignore_calendars as "ignoreCalendars",
       do_not_count_appointment_resource as "doNotCountAppointmentResource", certificate_no as "certificateNo",
       appointment_earliest_allowed as "earliestAllowed", appointment_latest_allowed as "latestAllowed", dead_line as "deadLine",
       required_total_duration_in_seconds as "requiredTotalDurationInSeconds", required_total_duration as "requiredTotalDuration",
       bulk_planning_qty as "bulkPlanningQty", required_no_resources as "requiredNoResources"
     from task where tenant_id = $1 and id = any($2)`,
    [tenantId, tasks],
  );
  const requirements = await db.query<{ taskId: number; group: string; value: string }>(
    `select task_id as "taskId", filter_group as group, filter_value as value from task_filter_value
     where tenant_id = $1 and task_id = any($2) order by key`,
    [tenantId, tasks],
  );
  const wishes = await db.query<{ taskId: number; resourceId: number; isExcluded: boolean }>(
    `select task_id as "taskId", resource_id as "resourceId", preference = 2 as "isExcluded" from task_assignment
     where tenant_id = $1 and task_id = any($2) and preference in (1, 2)`,
    [tenantId, tasks],
  );
  const requirementsOf = grouped(requirements, ({ taskId, group, value }) => [taskId, { group, value }]);
  const resourcesOf = (isExcluded: boolean) =>
    grouped(
      wishes.filter((wish) => wish.isExcluded === isExcluded),
      ({ taskId, resourceId }) => [taskId, resourceId],
    );
  const [required, excluded] = [resourcesOf(false), resourcesOf(true)];
  const none: never[] = [];
  // The rows are ours: a copy of each by its properties took as long as reading them.
  return rows.map((row) =>
    Object.assign(row, {
      requirements: requirementsOf.get(row.id) ?? none,
      required: required.get(row.id) ?? none,
      excluded: excluded.get(row.id) ?? none,
    }),
  );
}

export interface ResourceRow {
  readonly id: number;
  readonly timeZone: string | null;
  readonly inServiceFrom: number | null;
  readonly inServiceTill: number | null;
  readonly doNotShow: boolean;
}

export const resourcesByIds = (db: Session, tenantId: number, ids: readonly number[]): Promise<ResourceRow[]> =>
  db.query(
    `select id, time_zone as "timeZone", in_service_from as "inServiceFrom", in_service_till as "inServiceTill", do_not_show as "doNotShow"
     from resource where tenant_id = $1 and id = any($2)`,
    [tenantId, ids],
  );

export const offersOf = (
  db: Session,
  tenantId: number,
  resources: readonly number[],
): Promise<{ resourceId: number; group: string; value: string }[]> =>
  db.query(
    `select resource_id as "resourceId", filter_group as group, filter_value as value from resource_filter_value
     where tenant_id = $1 and resource_id = any($2)`,
    [tenantId, resources],
  );

export const certificatesOf = (
  db: Session,
  tenantId: number,
  resources: readonly number[],
): Promise<{ resourceId: number; no: string; validUntil: number | null }[]> =>
  db.query(
    `select resource_id as "resourceId", no, valid_until as "validUntil" from resource_certificate
     where tenant_id = $1 and resource_id = any($2)`,
    [tenantId, resources],
  );

interface FlatNeighbours {
  readonly resourceId: number;
  readonly taskId: number | null;
  readonly a: number;
  readonly aStart: number;
  readonly aEnd: number;
  readonly b: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/**
 * What shares a resource and time with one of these appointments, each two once, the older first.
 *
 * The rows are new: the same transaction wrote them, and the statistics know nothing of the tenant. So the statement fixes its order
 * (`offset 0` keeps a lateral part from being merged): from the ids to their rows, to the others of the resource, to the older task, each
 * by an index. Left to the planner it searched the list of ids once per row, which takes minutes for 2,000 appointments.
 */
export async function neighboursOf(
  db: Session,
  tenantId: number,
  appointments: readonly number[],
): Promise<Neighbours[]> {
  const rows = await db.query<FlatNeighbours>(
    `select distinct m.resource_id as "resourceId", p.task_id as "taskId", x.*
     from unnest($2::bigint[]) as wanted(id)
     cross join lateral (
       select m.appointment_id, m.resource_id, m.start, m."end" from resource_plan m
       where m.tenant_id = $1 and m.appointment_id = wanted.id offset 0
     ) m
     cross join lateral (select from resource r where r.tenant_id = $1 and r.id = m.resource_id and not r.bulk_planning offset 0) r
     cross join lateral (
       select o.appointment_id, o.start, o."end" from resource_plan o
       where o.tenant_id = $1 and o.resource_id = m.resource_id and o.start > m.start - interval '48 hours' and o.start < m."end"
         and o."end" > m.start and o.appointment_id <> m.appointment_id
       union all
       select o.appointment_id, o.start, o."end" from resource_plan o
       where o.tenant_id = $1 and o.resource_id = m.resource_id and o.start <= m.start - interval '48 hours' and o."end" > m.start
         and o."end" - o.start > interval '48 hours' and o.appointment_id <> m.appointment_id
       offset 0
     ) o
     cross join lateral (
       select m.appointment_id as a, m.start as "aStart", m."end" as "aEnd", o.appointment_id as b, o.start as "bStart", o."end" as "bEnd"
       where m.appointment_id < o.appointment_id
       union all
       select o.appointment_id, o.start, o."end", m.appointment_id, m.start, m."end" where o.appointment_id < m.appointment_id
     ) x
     cross join lateral (
       select p.task_id from appointment_plan p where p.tenant_id = $1 and p.appointment_id = x.a offset 0
     ) p`,
    [tenantId, appointments],
  );
  return rows.map(({ resourceId, taskId, a, aStart, aEnd, b, bStart, bEnd }) => ({
    resourceId,
    taskId,
    one: { id: a, start: aStart, end: aEnd },
    other: { id: b, start: bStart, end: bEnd },
  }));
}

type FlatDependency = Pick<
  PlannedDependency,
  'part' | 'type' | 'lagSeconds' | 'lagDays' | 'maxLagSeconds' | 'sharedResourceId' | 'taskId'
> &
  Record<`${'p' | 's'}${'Start' | 'End' | 'First' | 'Last'}`, number>;

const nested = (row: FlatDependency): PlannedDependency => ({
  part: row.part,
  type: row.type,
  lagSeconds: row.lagSeconds,
  lagDays: row.lagDays,
  maxLagSeconds: row.maxLagSeconds,
  sharedResourceId: row.sharedResourceId,
  taskId: row.taskId,
  predecessor: { start: row.pStart, end: row.pEnd, firstId: row.pFirst, lastId: row.pLast },
  successor: { start: row.sStart, end: row.sEnd, firstId: row.sFirst, lastId: row.sLast },
});

/** Dependencies that one of these appointments is an end of. */
export async function appointmentDependencies(
  db: Session,
  tenantId: number,
  appointments: readonly number[],
): Promise<PlannedDependency[]> {
  const rows = await db.query<FlatDependency>(
    `select '' as part, d.type, d.lag_in_seconds as "lagSeconds", null as "lagDays", d.max_lag_in_seconds as "maxLagSeconds",
       null as "sharedResourceId", s.task_id as "taskId",
       p.start as "pStart", p."end" as "pEnd", p.appointment_id as "pFirst", p.appointment_id as "pLast",
       s.start as "sStart", s."end" as "sEnd", s.appointment_id as "sFirst", s.appointment_id as "sLast"
     from appointment_dependency d
     join appointment_plan p on p.tenant_id = d.tenant_id and p.appointment_id = d.predecessor_id
     join appointment_plan s on s.tenant_id = d.tenant_id and s.appointment_id = d.successor_id
     where d.tenant_id = $1 and (d.predecessor_id = any($2) or d.successor_id = any($2))`,
    [tenantId, appointments],
  );
  return rows.map(nested);
}

const SPANS = `p.first_start as "pStart", p.last_end as "pEnd", p.first_id as "pFirst", p.last_id as "pLast",
  s.first_start as "sStart", s.last_end as "sEnd", s.first_id as "sFirst", s.last_id as "sLast"`;

/** What these tasks wait for, where both have appointments. */
export async function taskDependencies(
  db: Session,
  tenantId: number,
  tasks: readonly number[],
): Promise<PlannedDependency[]> {
  const rows = await db.query<FlatDependency>(
    `select 'task ' || d.predecessor_id as part, d.type, d.lag_in_seconds as "lagSeconds", null as "lagDays",
       d.max_lag_in_seconds as "maxLagSeconds",
       case when d.different_resources then (
         select min(own.resource_id) from appointment_plan a
         join resource_plan own on own.tenant_id = a.tenant_id and own.appointment_id = a.appointment_id
         where a.tenant_id = d.tenant_id and a.task_id = d.task_id and own.resource_id in (
           select other.resource_id from appointment_plan b
           join resource_plan other on other.tenant_id = b.tenant_id and other.appointment_id = b.appointment_id
           where b.tenant_id = d.tenant_id and b.task_id = d.predecessor_id)
       ) end as "sharedResourceId", d.task_id as "taskId", ${SPANS}
     from task_dependency d
     join task_plan p on p.tenant_id = d.tenant_id and p.task_id = d.predecessor_id
     join task_plan s on s.tenant_id = d.tenant_id and s.task_id = d.task_id
     where d.tenant_id = $1 and d.task_id = any($2)
     union all
     select 'predecessor ' || b.id, 0, null, t.predecessor_lag, null, null, t.id, ${SPANS}
     from task t join task b on b.tenant_id = t.tenant_id and b.job_id = t.job_id and b.id <> t.id
       and ${folded('b.task_no')} = ${folded('t.predecessor_task_no')}
     join task_plan p on p.tenant_id = t.tenant_id and p.task_id = b.id
     join task_plan s on s.tenant_id = t.tenant_id and s.task_id = t.id
     where t.tenant_id = $1 and t.id = any($2) and t.predecessor_task_no is not null`,
    [tenantId, tasks],
  );
  return rows.map(nested);
}

/**
 * What is planned for tasks and what they ask for; tasks without appointments are left out. The appointments of all tasks are read once and
 * ranked together, without a sort for each task.
 */
export const totalsOf = (db: Session, tenantId: number, tasks: readonly number[]): Promise<TaskTotals[]> =>
  db.query(
    `with own as materialized (
       select p.* from unnest($2::bigint[]) as wanted(id)
       cross join lateral (
         select p.task_id, p.appointment_id, p.start, p."end", p.planned_ms, p.quantity from appointment_plan p
         where p.tenant_id = $1 and p.task_id = wanted.id offset 0
       ) p
     ), planned as (
       select task_id, count(*) as appointments, sum(planned_ms)::bigint as "plannedMs", sum(quantity) as quantity,
         min(start) as "firstStart", min(appointment_id) filter (where from_start = 1) as "firstId",
         max("end") as "lastEnd", min(appointment_id) filter (where from_end = 1) as "lastId"
       from (
         select *, row_number() over (partition by task_id order by start, appointment_id) as from_start,
           row_number() over (partition by task_id order by "end" desc, appointment_id) as from_end
         from own
       ) ranked group by task_id
     ), staffed as (
       select o.task_id, count(distinct r.resource_id) as resources from own o
       cross join lateral (
         select r.resource_id from resource_plan r where r.tenant_id = $1 and r.appointment_id = o.appointment_id offset 0
       ) r group by o.task_id
     ), entered as (
       select task_id, sum(duration_in_seconds)::bigint as seconds, sum(quantity) as quantity from task_budget_entry
       where tenant_id = $1 and task_id = any($2) group by task_id
     )
     select p.task_id as "taskId", p.appointments, p."plannedMs", p.quantity, p."firstStart", p."firstId", p."lastEnd", p."lastId",
       coalesce(s.resources, 0) as resources, coalesce(e.seconds, 0) as "entrySeconds", coalesce(e.quantity, 0) as "entryQuantity", t.*
     from planned p left join staffed s using (task_id) left join entered e using (task_id)
     cross join lateral (
       select t.required_total_duration_in_seconds as "requiredTotalDurationInSeconds",
         t.required_total_duration as "requiredTotalDuration", t.bulk_planning_qty as "bulkPlanningQty",
         t.required_no_resources as "requiredNoResources"
       from task t where t.tenant_id = $1 and t.id = p.task_id offset 0
     ) t`,
    [tenantId, tasks],
  );
