import type { Transaction } from '../../platform/postgres/database.ts';
import { folded } from '../../records/derive/statements.ts';

/** Records that changed, as the log names them: by id while they are there, by the key of what they belonged to once they are gone. */
export interface ChangedRecords {
  readonly ids: Readonly<Record<string, readonly number[]>>;
  readonly appointmentKeys: readonly string[];
  readonly taskKeys: readonly string[];
  /** Tasks of which only sums and dependencies may differ. */
  readonly budgetKeys: readonly string[];
  readonly resourceKeys: readonly string[];
}

/** Parts of records, by entity: their table and the column that leads to their owner. */
const PARTS = {
  task: [
    ['TaskFilterValue', 'task_filter_value', 'task_id'],
    ['TaskAssignment', 'task_assignment', 'task_id'],
    ['TaskLoad', 'task_load', 'task_id'],
  ],
  resource: [
    ['ResourceFilterValue', 'resource_filter_value', 'resource_id'],
    ['ResourceCertificate', 'resource_certificate', 'resource_id'],
    ['ResourceCalendar', 'resource_calendar', 'resource_id'],
    ['ResourceLoadCapacity', 'resource_load_capacity', 'resource_id'],
    ['ResourceRefill', 'resource_refill', 'resource_id'],
    ['Absence', 'absence', 'resource_id'],
  ],
  appointment: [
    ['Assignment', 'assignment', 'owner_id'],
    ['AppointmentDependency', 'appointment_dependency', 'predecessor_id'],
    ['AppointmentDependency', 'appointment_dependency', 'successor_id'],
  ],
  budget: [
    ['TaskBudgetEntry', 'task_budget_entry', 'task_id'],
    ['TaskDependency', 'task_dependency', 'task_id'],
  ],
} as const;

/** Owners of changed parts, and owners by their own ids and keys. */
async function owners(
  tx: Transaction,
  tenantId: number,
  parts: readonly (readonly [entity: string, table: string, column: string])[],
  changed: ChangedRecords,
  own: readonly number[],
  keyed: { readonly table: string; readonly keys: readonly string[] },
): Promise<number[]> {
  const ids = parts.map(([entity]) => changed.ids[entity] ?? []);
  if (own.length + keyed.keys.length + ids.flat().length === 0) return [];
  const rows = await tx.query<{ id: number }>(
    [
      'select unnest($2::bigint[]) as id',
      `select id from ${keyed.table} where tenant_id = $1 and key = any($3::text[])`,
      ...parts.map(
        ([, table, column], i) =>
          `select ${column} from ${table} where tenant_id = $1 and id = any($${i + 4}::bigint[])`,
      ),
    ].join(' union '),
    [tenantId, own, keyed.keys, ...ids],
  );
  return rows.map(({ id }) => id);
}

/** The calendars that take something from one of these, themselves included, and whether the tenant's default is among them. */
async function calendarsBelow(
  tx: Transaction,
  tenantId: number,
  calendars: readonly number[],
): Promise<{ ids: number[]; holdDefault: boolean }> {
  if (calendars.length === 0) return { ids: [], holdDefault: false };
  const rows = await tx.query<{ id: number; default: boolean }>(
    `with recursive below as (
       select id from calendar where tenant_id = $1 and id = any($2)
       union
       select c.id from below b join calendar c on c.tenant_id = $1 and c.parent_id = b.id
     )
     select c.id, c."default" from below b join calendar c on c.tenant_id = $1 and c.id = b.id`,
    [tenantId, calendars],
  );
  return { ids: rows.map(({ id }) => id), holdDefault: rows.some((row) => row.default) };
}

export interface PlanScope {
  readonly appointments: readonly number[];
  /** Tasks whose sums or dependencies may have changed though no appointment did. */
  readonly tasks: readonly number[];
}

/** The appointments and tasks for which the changes may matter; undefined when that is everything. */
export async function scopeOf(
  tx: Transaction,
  tenantId: number,
  changed: ChangedRecords,
): Promise<PlanScope | undefined> {
  const calendars = await calendarsBelow(tx, tenantId, changed.ids['Calendar'] ?? []);
  if (calendars.holdDefault) return undefined;
  const direct = await owners(tx, tenantId, PARTS.appointment, changed, changed.ids['Appointment'] ?? [], {
    table: 'appointment',
    keys: changed.appointmentKeys,
  });
  const tasks = await owners(tx, tenantId, PARTS.task, changed, changed.ids['Task'] ?? [], {
    table: 'task',
    keys: changed.taskKeys,
  });
  const resources = await owners(tx, tenantId, PARTS.resource, changed, changed.ids['Resource'] ?? [], {
    table: 'resource',
    keys: changed.resourceKeys,
  });
  const budgets = await owners(tx, tenantId, PARTS.budget, changed, changed.ids['TaskBudget'] ?? [], {
    table: 'task',
    keys: changed.budgetKeys,
  });
  const appointments = new Set(direct);
  const jobs = changed.ids['Job'] ?? [];
  if (tasks.length + resources.length + calendars.ids.length + jobs.length > 0)
    for (const { id } of await tx.query<{ id: number }>(
      `select id from appointment where tenant_id = $1 and task_id = any($2)
       union
       select owner_id from assignment where tenant_id = $1 and (resource_id = any($3)
         or resource_id in (select resource_id from resource_calendar where tenant_id = $1 and calendar_id = any($4)))
       union
       select a.id from task t join appointment a on a.tenant_id = t.tenant_id and a.task_id = t.id
       where t.tenant_id = $1 and (t.calendar_id = any($4) or t.job_id = any($5))`,
      [tenantId, tasks, resources, calendars.ids, jobs],
    ))
      appointments.add(id);
  return { appointments: [...appointments], tasks: [...new Set([...tasks, ...budgets])] };
}

/** The tasks of appointments as the plan has them, which is how they were; and whether it has any of these appointments. */
export async function plannedBefore(
  tx: Transaction,
  tenantId: number,
  appointments: readonly number[],
): Promise<{ readonly isEmpty: boolean; readonly tasks: number[] }> {
  const rows = await tx.query<{ id: number | null }>(
    'select distinct task_id as id from appointment_plan where tenant_id = $1 and appointment_id = any($2)',
    [tenantId, appointments],
  );
  return { isEmpty: rows.length === 0, tasks: rows.flatMap(({ id }) => id ?? []) };
}

/**
 * The tasks that wait for one of these: by a dependency, by PredecessorTaskNo within the job, or because a violation says so that names
 * one of the appointments (the other task may be gone by now).
 *
 * Left to the planner, the second part reads all tasks of the tenant, of which it expects that hardly one waits. So the statement fixes its order
 * (`offset 0` keeps a lateral part from being merged): from the tasks to their jobs, to the tasks of each job, each by an index. Those are looked up in
 * a hash (`is true` keeps it from becoming a join): a job may have thousands that wait for each other.
 */
export const tasksWaitingFor = async (
  tx: Transaction,
  tenantId: number,
  tasks: readonly number[],
  appointments: readonly number[],
): Promise<number[]> =>
  (
    await tx.query<{ id: number }>(
      `with awaited as materialized (
         select p.job_id, p.task_no from unnest($2::bigint[]) as wanted(id)
         cross join lateral (
           select p.job_id, ${folded('p.task_no')} as task_no from task p where p.tenant_id = $1 and p.id = wanted.id offset 0
         ) p
       )
       select task_id as id from task_dependency where tenant_id = $1 and predecessor_id = any($2)
       union
       select s.id from (select distinct job_id from awaited) j
       cross join lateral (
         select s.id, ${folded('s.predecessor_task_no')} as predecessor from task s
         where s.tenant_id = $1 and s.job_id = j.job_id and s.predecessor_task_no is not null offset 0
       ) s
       where ((j.job_id, s.predecessor) in (select job_id, task_no from awaited)) is true
       union
       select task_id from violation where tenant_id = $1 and scope = 'task' and other_id = any($3)`,
      [tenantId, tasks, appointments],
    )
  ).map(({ id }) => id);
