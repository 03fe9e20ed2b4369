import type { PlanViolation } from '../../engine/plan/plan-violations.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import type { Change } from '../../records/storage/change.ts';
import { placeSql } from '../geocoding/geocode-store.ts';
import type { ResourceDay } from './load-days.ts';

export const site = placeSql('Job', 'j');

/**
 * The projection of the plan: tables that follow from the records and can be thrown away. Who holds the row of `plan_state` is the only
 * one who writes them; nothing here touches the change log.
 */
export interface PlanState {
  /** The last change that is taken into account. */
  readonly seen: number;
  /** The tenant's last change. */
  readonly last: number;
  /** During a rebuild: appointments up to this id are done. */
  readonly rebuiltTo: number | null;
}

/** Undefined if nothing was computed yet. */
export async function planState(db: Session, tenantId: number): Promise<PlanState | undefined> {
  const [row] = await db.query<PlanState>(
    `select p.seen, t.change_seq as last, p.rebuilt_to as "rebuiltTo"
     from plan_state p join tenant t on t.id = p.tenant_id where p.tenant_id = $1`,
    [tenantId],
  );
  return row;
}

/**
 * Holds the plan until the transaction ends. The state is read by a statement of its own: one that had to wait for the lock still sees
 * everything else as it was before it waited.
 */
export async function holdPlan(tx: Transaction, tenantId: number): Promise<PlanState> {
  await tx.query(
    `insert into plan_state (tenant_id, seen, rebuilt_to) select id, change_seq, 0 from tenant where id = $1
     on conflict (tenant_id) do nothing`,
    [tenantId],
  );
  await tx.query('select seen from plan_state where tenant_id = $1 for update', [tenantId]);
  const state = await planState(tx, tenantId);
  if (!state) throw new Error(`tenant ${tenantId} does not exist`);
  return state;
}

export async function movePlan(
  tx: Transaction,
  tenantId: number,
  seen: number,
  rebuiltTo: number | null,
): Promise<void> {
  await tx.query('update plan_state set seen = $2, rebuilt_to = $3 where tenant_id = $1', [tenantId, seen, rebuiltTo]);
}

/** A row of the change log, as far as the plan needs it. */
export interface PlanChange {
  readonly entity: string;
  readonly recordId: number;
  readonly action: 'created' | 'updated' | 'deleted';
  /** JSON texts. */
  readonly before: string | null;
  readonly after: Change['after'];
}

/**
 * The changes of some entities in (after, upTo]. Undefined when the log does not reach back that far. What was created is still there
 * to be looked at, or its deletion follows: its document is left where it is.
 */
export async function planChanges(
  tx: Transaction,
  tenantId: number,
  after: number,
  upTo: number,
  entities: readonly string[],
): Promise<PlanChange[] | undefined> {
  const rows = await tx.query<PlanChange & { no: number }>(
    `select no, entity, record_id as "recordId", action, before,
       case when action = 'updated' or entity = 'Calendar' then after end as after
     from change where tenant_id = $1 and no > $2 and no <= $3 and (entity = any($4) or no = $2 + 1) order by no`,
    [tenantId, after, upTo, entities],
  );
  return rows[0]?.no === after + 1 ? rows : undefined;
}

/** The next appointments after an id, those that are gone but still in the plan included. */
export async function nextAppointments(tx: Session, tenantId: number, after: number, limit: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `(select id from appointment where tenant_id = $1 and id > $2 order by id limit $3)
     union (select appointment_id from appointment_plan where tenant_id = $1 and appointment_id > $2 order by 1 limit $3)
     order by 1 limit $3`,
    [tenantId, after, limit],
  );
  return rows.map(({ id }) => id);
}

export interface AppointmentPlanRow {
  readonly appointmentId: number;
  readonly plannedMs: number;
}

const moment = (instant: number): string => new Date(instant).toISOString();

/** Numbers, flags and decimals as an array of PostgreSQL: reading rows of JSON took more than half of a statement that stores. */
export const array = (values: readonly (number | boolean | string)[]): string => `{${values.join(',')}}`;

/** Appointments with what was computed: $3 their ids, $4 the planned time of each. The rest is taken from the records where they are. */
export const WANTED_APPOINTMENTS = `select a.* from unnest($3::bigint[], $4::bigint[]) as w(id, planned_ms)
       cross join lateral (
         select a.id, a.task_id, a.start, a."end", w.planned_ms, a.planning_quantity as quantity from appointment a
         where a.tenant_id = $1 and a.id = w.id offset 0
       ) a`;

/** The resources of appointments: $3 the ids of the appointments. */
export const WANTED_RESOURCES = `select distinct on (a.id, s.resource_id) a.id, s.resource_id, a.start, a."end", a.is_all_day,
         case when j.lon is not null then j.lat end as latitude, case when j.lat is not null then j.lon end as longitude
       from unnest($3::bigint[]) as w(id)
       cross join lateral (
         select a.id, a.task_id, a.start, a."end", a.is_all_day from appointment a where a.tenant_id = $1 and a.id = w.id offset 0
       ) a
       cross join lateral (select s.resource_id from assignment s where s.tenant_id = $1 and s.owner_id = a.id offset 0) s
       left join lateral (select t.job_id from task t where t.tenant_id = $1 and t.id = a.task_id offset 0) t on true
       left join lateral (
         select ${site.lat} as lat, ${site.lon} as lon from job j ${site.join} where j.tenant_id = $1 and j.id = t.job_id offset 0
       ) j on true`;

/**
 * Puts the plan of these appointments in place of what was there; those without a row are gone. Only what was computed is sent: the rest is
 * taken from the records where they are.
 */
export async function storeAppointmentPlans(
  tx: Transaction,
  tenantId: number,
  appointments: readonly number[],
  rows: readonly AppointmentPlanRow[],
): Promise<void> {
  const kept = array(rows.map(({ appointmentId }) => appointmentId));
  await tx.query(
    `with wanted as materialized (
       ${WANTED_APPOINTMENTS}
     ), gone as (
       delete from appointment_plan p where p.tenant_id = $1 and p.appointment_id = any($2)
         and not exists (select from wanted w where w.id = p.appointment_id)
     )
     insert into appointment_plan as p (tenant_id, appointment_id, task_id, start, "end", planned_ms, quantity)
     select $1, w.id, w.task_id, w.start, w."end", w.planned_ms, w.quantity from wanted w
     on conflict (tenant_id, appointment_id) do update set task_id = excluded.task_id, start = excluded.start, "end" = excluded."end",
       planned_ms = excluded.planned_ms, quantity = excluded.quantity
     where (p.task_id, p.start, p."end", p.planned_ms, p.quantity)
       is distinct from (excluded.task_id, excluded.start, excluded."end", excluded.planned_ms, excluded.quantity)`,
    [tenantId, array(appointments), kept, array(rows.map(({ plannedMs }) => plannedMs))],
  );
  await tx.query(
    `with wanted as materialized (
       ${WANTED_RESOURCES}
     ), gone as (
       delete from resource_plan p where p.tenant_id = $1 and p.appointment_id = any($2)
         and not exists (select from wanted w where w.id = p.appointment_id and w.resource_id = p.resource_id)
     )
     insert into resource_plan as p (tenant_id, appointment_id, resource_id, start, "end", is_all_day, latitude, longitude)
     select $1, w.id, w.resource_id, w.start, w."end", w.is_all_day, w.latitude, w.longitude from wanted w
     on conflict (tenant_id, appointment_id, resource_id) do update set start = excluded.start, "end" = excluded."end",
       is_all_day = excluded.is_all_day, latitude = excluded.latitude, longitude = excluded.longitude
     where (p.start, p."end", p.is_all_day, p.latitude, p.longitude)
       is distinct from (excluded.start, excluded."end", excluded.is_all_day, excluded.latitude, excluded.longitude)`,
    [tenantId, array(appointments), kept],
  );
}

export interface TaskPlanRow {
  readonly taskId: number;
  readonly appointments: number;
  readonly plannedMs: number;
  readonly quantity: string;
  readonly resources: number;
  readonly fullyPlanned: boolean;
  readonly firstStart: number;
  readonly firstId: number;
  readonly lastEnd: number;
  readonly lastId: number;
}

export const TASK_COLUMNS =
  'appointments, planned_ms, quantity, resources, fully_planned, first_start, first_id, last_end, last_id';

/** Tasks with what was computed: $3 to $12, see `taskValues`. */
export const WANTED_TASKS = `select task_id, appointments, planned_ms, quantity, resources, fully_planned, to_timestamp(first_start / 1000.0) as first_start,
         first_id, to_timestamp(last_end / 1000.0) as last_end, last_id
       from unnest($3::bigint[], $4::integer[], $5::bigint[], $6::numeric[], $7::integer[], $8::boolean[], $9::bigint[], $10::bigint[],
         $11::bigint[], $12::bigint[]) as w(task_id, ${TASK_COLUMNS})`;

export const taskValues = (rows: readonly TaskPlanRow[]): string[] => {
  const of = (name: keyof TaskPlanRow): string => array(rows.map((row) => row[name]));
  return [
    ...[of('taskId'), of('appointments'), of('plannedMs'), of('quantity'), of('resources'), of('fullyPlanned')],
    ...[of('firstStart'), of('firstId'), of('lastEnd'), of('lastId')],
  ];
};

export async function storeTaskPlans(
  tx: Transaction,
  tenantId: number,
  tasks: readonly number[],
  rows: readonly TaskPlanRow[],
): Promise<void> {
  const columns = TASK_COLUMNS;
  const all = (row: string): string => columns.replaceAll(/\w+/g, (column) => `${row}.${column}`);
  await tx.query(
    `with wanted as materialized (
       ${WANTED_TASKS}
     ), gone as (
       delete from task_plan p where p.tenant_id = $1 and p.task_id = any($2)
         and not exists (select from wanted w where w.task_id = p.task_id)
     )
     insert into task_plan as p (tenant_id, task_id, ${columns}) select $1, task_id, ${columns} from wanted
     on conflict (tenant_id, task_id) do update set (${columns}) = row(${all('excluded')})
     where (${all('p')}) is distinct from (${all('excluded')})`,
    [tenantId, array(tasks), ...taskValues(rows)],
  );
}

export interface ChangedViolation {
  readonly key: string;
  /** Whether it was added or removed; null where it was there and changed. */
  readonly came: boolean | null;
}

export interface ViolationScope {
  readonly appointments: readonly number[];
  readonly tasks: readonly number[];
  /** Appointments from which the travel to the next one was computed. */
  readonly departures: readonly number[];
  /** Days whose loads were added up. */
  readonly days: readonly ResourceDay[];
}

/** Violations as they are sent: see `spelledViolations`. */
export const VIOLATION_ROWS = `w(key text, scope text, rule text, severity text, "appointmentId" bigint, "otherId" bigint, "taskId" bigint,
         "resourceId" bigint, start timestamptz, "end" timestamptz, detail jsonb)`;

/** Violations with all that was computed: $4. */
export const WANTED_VIOLATIONS = `select * from json_to_recordset($4) as ${VIOLATION_ROWS}`;

export const spelledViolations = (rows: readonly PlanViolation[]): string =>
  JSON.stringify(rows.map((row) => ({ ...row, start: moment(row.start), end: moment(row.end) })));

/** Violations of days whose loads were added up: the resources $6 on the days from $7 to $8. */
export const VIOLATIONS_OF_DAYS = `select v.key from unnest($6::bigint[], $7::timestamptz[], $8::timestamptz[]) as d(resource_id, start, "end")
       join violation v on v.tenant_id = $1 and v.scope = 'day' and v.resource_id = d.resource_id and v.start < d."end" and v."end" > d.start`;

/** Violations `v` that were computed: of the appointments $2, the tasks $3, the travel from the appointments $5, and those `of_days`. */
export const REPLACED_VIOLATIONS = `((v.scope in ('appointment', 'pair') and v.appointment_id = any($2)) or (v.scope = 'pair' and v.other_id = any($2))
           or (v.scope = 'task' and v.task_id = any($3)) or (v.rule = 'travelTooShort' and v.other_id = any($5))
           or v.key = any(array(select key from of_days)))`;

/** $2 to $8. */
export const violationValues = (
  { appointments, tasks, departures, days }: ViolationScope,
  rows: readonly PlanViolation[],
): unknown[] => [
  ...[appointments, tasks, spelledViolations(rows)],
  ...[departures, days.map(({ resourceId }) => resourceId)],
  ...[days.map(({ start }) => moment(start)), days.map(({ end }) => moment(end))],
];

/** Puts the violations of these appointments and tasks in place of the previous ones, and returns which differ. */
export function storeViolations(
  tx: Transaction,
  tenantId: number,
  of: ViolationScope,
  rows: readonly PlanViolation[],
): Promise<ChangedViolation[]> {
  return tx.query(
    `with wanted as (
       ${WANTED_VIOLATIONS}
     ), of_days as materialized (
       ${VIOLATIONS_OF_DAYS}
     ), gone as (
       delete from violation v where v.tenant_id = $1
         and ${REPLACED_VIOLATIONS}
         and not exists (select from wanted w where w.key = v.key)
       returning v.key
     ), stored as (
       insert into violation as v (tenant_id, key, scope, rule, severity, appointment_id, other_id, task_id, resource_id, start, "end", detail)
       select $1, w.key, w.scope, w.rule, w.severity, w."appointmentId", w."otherId", w."taskId", w."resourceId", w.start, w."end", w.detail
       from wanted w
       on conflict (tenant_id, key) do update set severity = excluded.severity, appointment_id = excluded.appointment_id,
         other_id = excluded.other_id, task_id = excluded.task_id, start = excluded.start, "end" = excluded."end", detail = excluded.detail
       where (v.severity, v.appointment_id, v.other_id, v.task_id, v.start, v."end", v.detail) is distinct from
         (excluded.severity, excluded.appointment_id, excluded.other_id, excluded.task_id, excluded.start, excluded."end", excluded.detail)
       -- A row that was there before carries the transaction that replaced it.
       returning v.key, v.xmax = 0 as came
     )
     select key, false as came from gone union all select key, case when came then true end as came from stored`,
    [tenantId, ...violationValues(of, rows)],
  );
}

/** Tenants with appointments whose plan is behind their log. */
export const tenantsBehindPlan = (db: Session): Promise<{ readonly tenantId: number; readonly timeZone: string }[]> =>
  db.query(
    `select t.id as "tenantId", t.time_zone as "timeZone" from tenant t left join plan_state p on p.tenant_id = t.id
     where (p.seen is null or p.rebuilt_to is not null or p.seen < t.change_seq)
       and exists (select from appointment a where a.tenant_id = t.id)
     order by t.id`,
  );
