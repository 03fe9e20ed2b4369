import { setImmediate } from 'node:timers/promises';
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
import { type TaskTotals, taskPlan } from '../../engine/plan/task-totals.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { daysOf, distinctDays, hasLoads, overLoadsOf, type ResourceDay } from './load-days.ts';
import { loadFacts, type Tenant } from './load-facts.ts';
import { appointmentDependencies, neighboursOf, taskDependencies, totalsOf } from './plan-facts.ts';
import { type PlanScope, plannedBefore, tasksWaitingFor } from './plan-scope.ts';
import {
  type AppointmentPlanRow,
  type ChangedViolation,
  storeAppointmentPlans,
  storeTaskPlans,
  storeViolations,
  type TaskPlanRow,
  type ViolationScope,
} from './plan-store.ts';
import { consecutiveStops, departuresBefore } from './travel-facts.ts';

/** Appointments computed at a time, and rows of the log processed at a time: it bounds the memory, whatever changed. */
export const PORTION = 5000;

export interface Recomputed {
  readonly appointments: number;
  readonly tasks: readonly number[];
  readonly violations: readonly ChangedViolation[];
}

/** Where a plan is stored. What is computed from it is read with the statements of every plan. */
export interface PlanStore {
  appointments(
    tx: Transaction,
    tenantId: number,
    appointments: readonly number[],
    rows: readonly AppointmentPlanRow[],
  ): Promise<void>;
  tasks(tx: Transaction, tenantId: number, tasks: readonly number[], rows: readonly TaskPlanRow[]): Promise<void>;
  violations(
    tx: Transaction,
    tenantId: number,
    of: ViolationScope,
    rows: readonly PlanViolation[],
  ): Promise<ChangedViolation[]>;
}

const PRESENT: PlanStore = {
  appointments: storeAppointmentPlans,
  tasks: storeTaskPlans,
  violations: storeViolations,
};

/** Recomputes the plan of some appointments and tasks, in portions, and stores what differs. */
export async function recomputePlan(
  tx: Transaction,
  tenant: Tenant,
  scope: PlanScope,
  portion = PORTION,
  store: PlanStore = PRESENT,
): Promise<Recomputed> {
  const tasks: number[] = [];
  const violations: ChangedViolation[] = [];
  for (let at = 0; at < Math.max(scope.appointments.length, scope.tasks.length); at += portion) {
    const appointments = scope.appointments.slice(at, at + portion);
    const part = { appointments, tasks: scope.tasks.slice(at, at + portion) };
    const done = await recomputePortion(tx, tenant, part, await loadFacts(tx, tenant, appointments), store);
    tasks.push(...done.tasks);
    violations.push(...done.violations);
  }
  return { appointments: scope.appointments.length, tasks, violations };
}

/**
 * Appointments first, then what lies between them, then their tasks: each reads what the one before has stored. What is not in this
 * portion is in the plan as it was; if it changed as well, its own portion corrects the rules between the two. `loaded`: the facts of the appointments.
 */
export async function recomputePortion(
  tx: Transaction,
  tenant: Tenant,
  { appointments, tasks }: PlanScope,
  loaded: readonly AppointmentInPlan[],
  store: PlanStore = PRESENT,
): Promise<Omit<Recomputed, 'appointments'>> {
  const { tenantId } = tenant;
  const before = await plannedBefore(tx, tenantId, appointments);
  // The appointment before one of these, before or after the change, may lead to another one now.
  const left = before.isEmpty ? [] : await departuresBefore(tx, tenantId, appointments);
  const withLoads = appointments.length > 0 && (await hasLoads(tx, tenantId));
  // A day that an appointment leaves has less to carry now.
  const daysLeft = withLoads && !before.isEmpty ? await daysOf(tx, tenant, appointments) : [];
  const known = new Set([...tasks, ...before.tasks, ...loaded.flatMap(({ task }) => task?.id ?? [])]);
  const touched = [...known];
  const [{ reached, totals }, ofAppointments] = await Promise.all([
    storeAppointments(tx, tenantId, appointments, loaded, touched, store),
    meanwhile(() => loaded.flatMap(violationsOfAppointment)),
  ]);
  const days = withLoads ? distinctDays([...daysLeft, ...(await daysOf(tx, tenant, appointments))]) : [];
  const departures = [...new Set([...appointments, ...left, ...reached])];
  await store.tasks(tx, tenantId, touched, totals.map(taskPlan));
  const waiting = await tasksWaitingFor(tx, tenantId, touched, appointments);
  const strangers = waiting.filter((id) => !known.has(id));
  const checked = [...touched, ...strangers];
  const rows = [
    ...ofAppointments,
    ...(await betweenAppointments(tx, tenant, appointments)),
    ...(await consecutiveStops(tx, tenantId, departures)).flatMap(travelTooShortBetween),
    ...(await loadsBeyond(tx, tenantId, days)),
    ...[...totals, ...(await totalsOf(tx, tenantId, strangers))].flatMap(violationsOfTask),
    ...(await taskDependencies(tx, tenantId, checked)).flatMap((row) => brokenDependency('task', row, tenant.timeZone)),
  ];
  const violations = await store.violations(tx, tenantId, { appointments, tasks: checked, departures, days }, rows);
  return { tasks: checked, violations };
}

const loadsBeyond = async (
  tx: Transaction,
  tenantId: number,
  days: readonly ResourceDay[],
): Promise<PlanViolation[]> => (days.length === 0 ? [] : (await overLoadsOf(tx, tenantId, days)).flatMap(overLoadedOn));

/** Stores the plan of appointments, and reads what follows from it. */
async function storeAppointments(
  tx: Transaction,
  tenantId: number,
  appointments: readonly number[],
  loaded: readonly AppointmentInPlan[],
  tasks: readonly number[],
  store: PlanStore,
): Promise<{ readonly reached: readonly number[]; readonly totals: readonly TaskTotals[] }> {
  await store.appointments(tx, tenantId, appointments, loaded.map(appointmentPlan));
  const reached = await departuresBefore(tx, tenantId, appointments);
  return { reached, totals: await totalsOf(tx, tenantId, tasks) };
}

/** Computes once the statements before it are on their way: PostgreSQL and the service work at the same time. */
async function meanwhile<T>(compute: () => T): Promise<T> {
  await setImmediate();
  return compute();
}

async function betweenAppointments(
  tx: Transaction,
  tenant: Tenant,
  appointments: readonly number[],
): Promise<PlanViolation[]> {
  if (appointments.length === 0) return [];
  return [
    ...(await neighboursOf(tx, tenant.tenantId, appointments)).flatMap(overlapsOf),
    ...(await appointmentDependencies(tx, tenant.tenantId, appointments)).flatMap((row) =>
      brokenDependency('pair', row, tenant.timeZone),
    ),
  ];
}
