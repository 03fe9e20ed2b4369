import { type AppointmentInPlan, appointmentPlan } from '../../engine/plan/appointment-plan.ts';
import {
  brokenDependency,
  overLoadedOn,
  overlapsOf,
  type PlanViolation,
  travelTooShortBetween,
  violationsOfAppointment,
  violationsOfTask,
} from '../../engine/plan/plan-violations.ts';
import { type BudgetEntries, type TaskTotals, taskPlan, totalsOfOne } from '../../engine/plan/task-totals.ts';
import type { Database, Session, Transaction } from '../../platform/postgres/database.ts';
import {
  addAppointmentPlans,
  addTaskPlans,
  addViolations,
  departingSoon,
  entriesOf,
  knowNewRows,
  overlappingNext,
} from './first-build-store.ts';
import { daysOf, hasLoads, overLoadsOf } from './load-days.ts';
import type { Tenant } from './load-facts.ts';
import { appointmentDependencies, neighboursOf, taskDependencies, totalsOf } from './plan-facts.ts';
import type { AppointmentPlanRow } from './plan-store.ts';
import { PortionsAhead } from './portions-ahead.ts';
import { readPortion } from './read-portion.ts';
import { consecutiveStops } from './travel-facts.ts';

/**
 * Appointments of a tenant whose plan is built in one transaction. It holds the plan: readers wait for it, as they would for the portions of a
 * rebuild, but no longer than a statement may wait.
 */
export const FIRST_BUILD_MOST = 100_000;

/** A portion with what was computed of it alone. */
interface ComputedPortion {
  readonly appointments: readonly number[];
  readonly facts: readonly AppointmentInPlan[];
  readonly plans: readonly AppointmentPlanRow[];
  readonly violations: readonly PlanViolation[];
}

/**
 * Builds the plan of a tenant that has none. Unlike a rebuild it replaces nothing, and what lies between appointments is looked at once, when all
 * of them are stored: pairs are found in one pass over the plan, and only those that may break a rule are read. A build that is cut off leaves
 * nothing.
 */
export async function firstBuild(
  db: Database,
  tx: Transaction,
  tenant: Tenant,
  size: number,
): Promise<{ readonly appointments: number; readonly tasks: number }> {
  const appointments: number[] = [];
  const tasks = new Map<number, TaskTotals | undefined>();
  const portions = computedPortions(db, tx, tenant, size);
  for await (const portion of portions) {
    appointments.push(...portion.appointments);
    collectTasks(portion, tasks);
    await addAppointmentPlans(tx, tenant.tenantId, portion.plans);
    await addViolations(tx, tenant.tenantId, portion.violations);
  }
  await knowNewRows(tx, appointments.length);
  await checkPairs(tx, tenant, appointments, size);
  await checkLoads(tx, tenant, appointments, size);
  await buildTasks(tx, tenant, tasks, size);
  return { appointments: appointments.length, tasks: tasks.size };
}

/** Each portion is read and computed while the one before is stored, if there is a connection for it. */
async function* computedPortions(
  db: Database,
  tx: Transaction,
  tenant: Tenant,
  size: number,
): AsyncGenerator<ComputedPortion, void, undefined> {
  const read = async (session: Session, after: number): Promise<ComputedPortion> => {
    const { appointments, facts } = await readPortion(session, tenant, after, size);
    return {
      appointments,
      facts,
      plans: facts.map(appointmentPlan),
      violations: facts.flatMap(violationsOfAppointment),
    };
  };
  const ahead = new PortionsAhead((after) => read(db, after));
  try {
    for (let after = 0; ; ) {
      const portion = (await ahead.take(0, after)) ?? (await read(tx, after));
      const isLast = portion.appointments.length < size;
      after = portion.appointments.at(-1) ?? after;
      if (!isLast && hasFreeConnection(db)) ahead.begin(0, after);
      yield portion;
      if (isLast) return;
    }
  } finally {
    await ahead.settled();
  }
}

const hasFreeConnection = (db: Database): boolean => {
  const { most, open, idle, waiting } = db.connections();
  return waiting === 0 && (idle > 0 || open < most);
};

/** Undefined: the task has several appointments, and its totals have to be added up. */
function collectTasks({ facts, plans }: ComputedPortion, tasks: Map<number, TaskTotals | undefined>): void {
  for (const [at, { appointment, task, staff }] of facts.entries())
    if (task)
      tasks.set(
        task.id,
        tasks.has(task.id) ? undefined : totalsOfOne(task.id, appointment, task, staff, plans[at]?.plannedMs ?? 0),
      );
}

async function checkPairs(
  tx: Transaction,
  tenant: Tenant,
  appointments: readonly number[],
  size: number,
): Promise<void> {
  const { tenantId } = tenant;
  for (const part of parts(await overlappingNext(tx, tenantId), size))
    await addViolations(tx, tenantId, (await neighboursOf(tx, tenantId, part)).flatMap(overlapsOf));
  for (const part of parts(await departingSoon(tx, tenantId), size))
    await addViolations(tx, tenantId, (await consecutiveStops(tx, tenantId, part)).flatMap(travelTooShortBetween));
  for (const part of parts(appointments, size))
    await addBroken(tx, tenant, 'pair', await appointmentDependencies(tx, tenantId, part));
}

async function checkLoads(
  tx: Transaction,
  tenant: Tenant,
  appointments: readonly number[],
  size: number,
): Promise<void> {
  const { tenantId } = tenant;
  if (!(await hasLoads(tx, tenantId))) return;
  // A day whose appointments are in two portions is added up twice, with the same result.
  for (const part of parts(appointments, size)) {
    const days = await daysOf(tx, tenant, part);
    await addViolations(tx, tenantId, (await overLoadsOf(tx, tenantId, days)).flatMap(overLoadedOn));
  }
}

/** Dependencies last: they compare tasks of different portions. */
async function buildTasks(
  tx: Transaction,
  tenant: Tenant,
  tasks: ReadonlyMap<number, TaskTotals | undefined>,
  size: number,
): Promise<void> {
  const { tenantId } = tenant;
  for (const part of parts([...tasks], size)) {
    const totals = await totalsOfTasks(tx, tenantId, part);
    await addTaskPlans(tx, tenantId, totals.map(taskPlan));
    await addViolations(tx, tenantId, totals.flatMap(violationsOfTask));
  }
  for (const part of parts([...tasks.keys()], size))
    await addBroken(tx, tenant, 'task', await taskDependencies(tx, tenantId, part));
}

const addBroken = (
  tx: Transaction,
  { tenantId, timeZone }: Tenant,
  scope: Parameters<typeof brokenDependency>[0],
  dependencies: readonly Parameters<typeof brokenDependency>[1][],
): Promise<void> =>
  addViolations(
    tx,
    tenantId,
    dependencies.flatMap((row) => brokenDependency(scope, row, timeZone)),
  );

async function totalsOfTasks(
  tx: Transaction,
  tenantId: number,
  tasks: readonly (readonly [id: number, once: TaskTotals | undefined])[],
): Promise<TaskTotals[]> {
  const several = tasks.flatMap(([id, once]) => (once ? [] : [id]));
  const once = tasks.flatMap(([, totals]) => totals ?? []);
  const entries = await entriesOf(
    tx,
    tenantId,
    once.map(({ taskId }) => taskId),
  );
  const entered = new Map(entries.map((each) => [each.taskId, each]));
  const added = several.length === 0 ? [] : await totalsOf(tx, tenantId, several);
  return [...added, ...once.map((totals) => withEntries(totals, entered.get(totals.taskId)))];
}

const withEntries = (totals: TaskTotals, entries: BudgetEntries | undefined): TaskTotals =>
  entries ? { ...totals, ...entries } : totals;

function* parts<T>(list: readonly T[], size: number): Generator<readonly T[], void, undefined> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}
