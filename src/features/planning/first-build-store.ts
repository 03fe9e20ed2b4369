import { LONGEST_PAUSE_MS } from '../../domain/violations/travel-too-short.ts';
import type { PlanViolation } from '../../engine/plan/plan-violations.ts';
import type { BudgetEntries } from '../../engine/plan/task-totals.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import {
  type AppointmentPlanRow,
  array,
  site,
  spelledViolations,
  TASK_COLUMNS,
  type TaskPlanRow,
  taskValues,
  VIOLATION_ROWS,
} from './plan-store.ts';
import { IS_SHORT } from './travel-facts.ts';

/** Statements for a plan that has no rows yet: nothing is replaced, so nothing is looked for before it is stored. */

/** Whether nothing of the tenant was computed yet, and it has at most so many appointments. */
export async function isFirstBuild(tx: Transaction, tenantId: number, most: number): Promise<boolean> {
  const [row] = await tx.query<{ isFirst: boolean }>(
    `select not exists (select from appointment_plan where tenant_id = $1)
       and not exists (select from resource_plan where tenant_id = $1)
       and not exists (select from task_plan where tenant_id = $1)
       and not exists (select from violation where tenant_id = $1)
       and (select count(*) from (select from appointment where tenant_id = $1 limit $2::bigint + 1) a) <= $2::bigint as "isFirst"`,
    [tenantId, most],
  );
  return row?.isFirst === true;
}

/** Fewer rows are read at once whatever the plan of a statement is. */
const FEW_ROWS = 500;

/**
 * Others do not see the rows of this transaction: statistics that are made meanwhile say that there are none, and PostgreSQL reads all of the plan
 * for each appointment. So we make our own, which see the rows, where most rows of the table are ours. Nobody else makes any until the commit.
 */
export async function knowNewRows(tx: Transaction, rows: number): Promise<void> {
  if (rows < FEW_ROWS) return;
  const [known] = await tx.query<{ rows: number }>(
    `select min(reltuples) as rows from pg_class where oid in ('appointment_plan'::regclass, 'resource_plan'::regclass)`,
  );
  if ((known?.rows ?? 0) < 2 * rows)
    await tx.query(
      'analyze appointment_plan (tenant_id, appointment_id, task_id), resource_plan (tenant_id, appointment_id, resource_id, start)',
    );
}

/** Stores appointments and their resources. Only what was computed is sent: the rest is taken from the records where they are. */
export async function addAppointmentPlans(
  tx: Transaction,
  tenantId: number,
  rows: readonly AppointmentPlanRow[],
): Promise<void> {
  await tx.query(
    `with wanted as materialized (
       select a.* from unnest($2::bigint[], $3::bigint[]) as w(id, planned_ms)
       cross join lateral (
         select a.id, a.task_id, a.start, a."end", a.is_all_day, w.planned_ms, a.planning_quantity as quantity from appointment a
         where a.tenant_id = $1 and a.id = w.id offset 0
       ) a
     ), stored as (
       insert into appointment_plan (tenant_id, appointment_id, task_id, start, "end", planned_ms, quantity)
       select $1, w.id, w.task_id, w.start, w."end", w.planned_ms, w.quantity from wanted w
     )
     insert into resource_plan (tenant_id, appointment_id, resource_id, start, "end", is_all_day, latitude, longitude)
     select distinct on (a.id, s.resource_id) $1, a.id, s.resource_id, a.start, a."end", a.is_all_day,
       case when j.lon is not null then j.lat end, case when j.lat is not null then j.lon end
     from wanted a
     join assignment s on s.tenant_id = $1 and s.owner_id = a.id
     left join task t on t.tenant_id = $1 and t.id = a.task_id
     left join lateral (
       select ${site.lat} as lat, ${site.lon} as lon from job j ${site.join} where j.tenant_id = $1 and j.id = t.job_id
     ) j on true`,
    [tenantId, array(rows.map(({ appointmentId }) => appointmentId)), array(rows.map(({ plannedMs }) => plannedMs))],
  );
}

export async function addTaskPlans(tx: Transaction, tenantId: number, rows: readonly TaskPlanRow[]): Promise<void> {
  await tx.query(
    `insert into task_plan (tenant_id, task_id, ${TASK_COLUMNS})
     select $1, task_id, appointments, planned_ms, quantity, resources, fully_planned, to_timestamp(first_start / 1000.0), first_id,
       to_timestamp(last_end / 1000.0), last_id
     from unnest($2::bigint[], $3::integer[], $4::bigint[], $5::numeric[], $6::integer[], $7::boolean[], $8::bigint[], $9::bigint[],
       $10::bigint[], $11::bigint[]) as w(task_id, ${TASK_COLUMNS})`,
    [tenantId, ...taskValues(rows)],
  );
}

/** A pair may come twice, once from each side. */
export async function addViolations(tx: Transaction, tenantId: number, rows: readonly PlanViolation[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into violation (tenant_id, key, scope, rule, severity, appointment_id, other_id, task_id, resource_id, start, "end", detail)
     select $1, w.key, w.scope, w.rule, w.severity, w."appointmentId", w."otherId", w."taskId", w."resourceId", w.start, w."end", w.detail
     from json_to_recordset($2) as ${VIOLATION_ROWS}
     on conflict (tenant_id, key) do nothing`,
    [tenantId, spelledViolations(rows)],
  );
}

interface EnteredTask extends BudgetEntries {
  readonly taskId: number;
}

/** Sums of the budget entries of tasks that have any. */
export const entriesOf = (tx: Transaction, tenantId: number, tasks: readonly number[]): Promise<EnteredTask[]> =>
  tx.query<EnteredTask>(
    `select task_id as "taskId", sum(duration_in_seconds)::bigint as "entrySeconds", sum(quantity) as "entryQuantity" from task_budget_entry
     where tenant_id = $1 and task_id = any($2) group by task_id`,
    [tenantId, tasks],
  );

/**
 * Appointments that end after the next one of the same resource has begun. Of two that overlap, the earlier one is always among them: what begins
 * next begins no later than the other.
 */
export const overlappingNext = async (tx: Transaction, tenantId: number): Promise<number[]> =>
  (
    await tx.query<{ id: number }>(
      `select distinct m.appointment_id as id from (
         select appointment_id, "end", lead(start) over (partition by resource_id order by start, appointment_id) as next
         from resource_plan where tenant_id = $1
       ) m where m.next < m."end"`,
      [tenantId],
    )
  ).map(({ id }) => id);

/** Appointments after which the pause may be too short for the travel to the next one of the same resource. Known roads may take any time. */
export const departingSoon = async (tx: Transaction, tenantId: number): Promise<number[]> =>
  (
    await tx.query<{ id: number }>(
      `select distinct m.appointment_id as id from (
         select appointment_id, "end", latitude, longitude, lead(start) over next as next_start, lead(latitude) over next as next_latitude,
           lead(longitude) over next as next_longitude
         from resource_plan where tenant_id = $1 and not is_all_day
         window next as (partition by resource_id order by start, appointment_id)
       ) m
       cross join lateral (select m.next_start as start, m.next_latitude as latitude, m.next_longitude as longitude) n
       where m.latitude is not null and n.latitude is not null and n.start >= m."end" and n.start - m."end" < interval '${LONGEST_PAUSE_MS} ms'
         and (exists (select from road_leg where tenant_id = $1) or ${IS_SHORT})`,
      [tenantId],
    )
  ).map(({ id }) => id);
