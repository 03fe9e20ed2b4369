import {
  budgetInSeconds,
  hasBudget,
  isFullyPlanned,
  type Planned,
  type TaskBudget,
} from '../../domain/task-openness.ts';
import { plannedTime } from '../../domain/time/planned-time.ts';
import { dependencyBroken } from '../../domain/violations/dependency-broken.ts';
import type { DependencyFacts, Found, Rule } from '../../domain/violations/facts.ts';
import { appointmentRules } from '../../domain/violations/index.ts';
import { overBudget } from '../../domain/violations/over-budget.ts';
import { overlap } from '../../domain/violations/overlap.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { type Loaded, loadFacts, type Tenant } from './load-facts.ts';
import {
  appointmentDependencies,
  type DependencyRow,
  neighboursOf,
  type TaskTotals,
  taskDependencies,
  totalsOf,
} from './plan-facts.ts';
import { type PlanScope, plannedTasksOf, tasksWaitingFor } from './plan-scope.ts';
import { storeAppointmentPlans, storeTaskPlans, storeViolations, type ViolationRow } from './plan-store.ts';

/** Appointments computed at a time, and rows of the log processed at a time: it bounds the memory, whatever changed. */
export const PORTION = 5000;

export interface WorkedOut {
  readonly appointments: number;
  readonly tasks: number;
  readonly violations: readonly { readonly key: string; readonly came: boolean }[];
}

/** Recomputes the plan of some appointments and tasks, in portions, and stores what differs. */
export async function workOut(
  tx: Transaction,
  tenant: Tenant,
  scope: PlanScope,
  portion = PORTION,
): Promise<WorkedOut> {
  let tasks = 0;
  const violations: { key: string; came: boolean }[] = [];
  for (let at = 0; at < Math.max(scope.appointments.length, scope.tasks.length); at += portion) {
    const done = await workOutPortion(tx, tenant, {
      appointments: scope.appointments.slice(at, at + portion),
      tasks: scope.tasks.slice(at, at + portion),
    });
    tasks += done.tasks;
    violations.push(...done.violations);
  }
  return { appointments: scope.appointments.length, tasks, violations };
}

/**
 * Appointments first, then what lies between them, then their tasks: each reads what the one before has stored. What is not in this
 * portion is in the plan as it was; if it changed as well, its own portion corrects the rules between the two.
 */
async function workOutPortion(tx: Transaction, tenant: Tenant, { appointments, tasks }: PlanScope) {
  const { tenantId } = tenant;
  const before = await plannedTasksOf(tx, tenantId, appointments);
  const loaded = await loadFacts(tx, tenant, appointments);
  await storeAppointmentPlans(tx, tenantId, appointments, loaded.map(planOf));
  const known = new Set([...tasks, ...before, ...loaded.map(({ task }) => task.id)]);
  const touched = [...known];
  const totals = await totalsOf(tx, tenantId, touched);
  await storeTaskPlans(tx, tenantId, touched, totals.map(taskPlanOf));
  const waiting = await tasksWaitingFor(tx, tenantId, touched, appointments);
  const strangers = waiting.filter((id) => !known.has(id));
  const checked = [...touched, ...strangers];
  const rows = [
    ...loaded.flatMap(ofAppointment),
    ...(await betweenAppointments(tx, tenant, appointments)),
    ...[...totals, ...(await totalsOf(tx, tenantId, strangers))].flatMap(ofTask),
    ...(await taskDependencies(tx, tenantId, checked)).flatMap((row) =>
      rowsOf(dependencyBroken, 'task', { taskId: row.taskId }, dependencyBroken.check(dependencyFacts(row, tenant))),
    ),
  ];
  const violations = await storeViolations(tx, tenantId, { appointments, tasks: checked }, rows);
  return { tasks: checked.length, violations };
}

/** Once for each resource, unless the task counts appointments: then the one whose day gives it most. */
function planOf({ appointment, task, facts, clocks }: Loaded) {
  const rules = { ignoreCalendars: task.ignoreCalendars, isAllDay: appointment.isAllDay };
  const each = clocks.map((clock) => plannedTime(appointment, clock, rules));
  return {
    appointmentId: appointment.id,
    taskId: task.id,
    start: appointment.start,
    end: appointment.end,
    plannedMs: task.doNotCountAppointmentResource ? Math.max(...each) : each.reduce((sum, part) => sum + part, 0),
    quantity: appointment.quantity,
    resources: facts.resources.map(({ id }) => id),
  };
}

const budgetOf = (row: TaskTotals): TaskBudget => ({
  ...row,
  bulkPlanningQty: Number(row.bulkPlanningQty),
  entryQuantity: Number(row.entryQuantity),
});
const plannedOf = (row: TaskTotals): Planned => ({ ...row, quantity: Number(row.quantity) });

const taskPlanOf = (row: TaskTotals) => ({
  taskId: row.taskId,
  appointments: row.appointments,
  plannedMs: row.plannedMs,
  quantity: row.quantity,
  resources: row.resources,
  fullyPlanned: isFullyPlanned(budgetOf(row), plannedOf(row)),
  firstStart: row.firstStart,
  firstId: row.firstId,
  lastEnd: row.lastEnd,
  lastId: row.lastId,
});

const ofAppointment = ({ appointment: { id, taskId }, facts }: Loaded): ViolationRow[] =>
  appointmentRules.flatMap((rule) => rowsOf(rule, 'appointment', { appointmentId: id, taskId }, rule.check(facts)));

async function betweenAppointments(
  tx: Transaction,
  tenant: Tenant,
  appointments: readonly number[],
): Promise<ViolationRow[]> {
  if (appointments.length === 0) return [];
  return [
    ...(await neighboursOf(tx, tenant.tenantId, appointments)).flatMap(({ taskId, ...pair }) =>
      rowsOf(overlap, 'pair', { taskId }, overlap.check(pair)),
    ),
    ...(await appointmentDependencies(tx, tenant.tenantId, appointments)).flatMap((row) =>
      rowsOf(dependencyBroken, 'pair', { taskId: row.taskId }, dependencyBroken.check(dependencyFacts(row, tenant))),
    ),
  ];
}

function ofTask(row: TaskTotals): ViolationRow[] {
  const budget = budgetOf(row);
  const found = overBudget.check({
    budgetInSeconds: budgetInSeconds(budget),
    hasBudget: hasBudget(budget),
    plannedInSeconds: Math.round(row.plannedMs / 1000),
    span: { start: row.firstStart, end: row.lastEnd, firstId: row.firstId, lastId: row.lastId },
  });
  return rowsOf(overBudget, 'task', { taskId: row.taskId }, found);
}

const dependencyFacts = (row: DependencyRow, { timeZone }: Tenant): DependencyFacts => ({
  part: row.part,
  type: row.type,
  lag: row.lagDays === null ? { seconds: row.lagSeconds ?? 0 } : { days: row.lagDays },
  predecessor: row.predecessor,
  successor: row.successor,
  zone: timeZone,
});

/** A violation of a pair is known by the two, one of a task by the task, whichever appointments stand for it at the moment. */
function rowsOf<F>(
  rule: Rule<F>,
  scope: ViolationRow['scope'],
  about: { readonly taskId: number; readonly appointmentId?: number },
  found: readonly Found[],
): ViolationRow[] {
  return found.map((each) => {
    const appointmentId = about.appointmentId ?? each.appointmentId ?? null;
    const otherId = each.otherId ?? null;
    const whose = scope === 'task' ? [about.taskId] : [appointmentId, otherId];
    return {
      key: [rule.key, scope, ...whose, each.resourceId, each.part].map((part) => part ?? '').join('|'),
      scope,
      rule: rule.key,
      severity: each.severity ?? rule.severity,
      appointmentId,
      otherId,
      taskId: about.taskId,
      resourceId: each.resourceId ?? null,
      start: each.start,
      end: each.end,
      detail: each.detail,
    };
  });
}
