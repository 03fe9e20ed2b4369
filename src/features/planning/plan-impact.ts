import { presentViolation } from '../../domain/violations/present-violation.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { changedRecords } from './changed-records.ts';
import type { Tenant } from './load-facts.ts';
import { violationsByKeys } from './plan-reads.ts';
import { type PlanScope, scopeOf } from './plan-scope.ts';
import { holdPlan, nextAppointments, type PlanChange } from './plan-store.ts';
import { PORTION, recomputePlan } from './recompute-plan.ts';

/** What a back office wants to hear before it sends something: budgets exceeded, requirements no longer met. */
const REPORTED = ['overBudget', 'missingRequirement', 'certificateInvalid'] as const;
const FIRST = 5;

export type PlanImpact = Readonly<
  Record<(typeof REPORTED)[number], { readonly count: number; readonly first: readonly Record<string, unknown>[] }>
>;

/**
 * The violations that changes would bring. Works them out for real, in a transaction that must be rolled back, and on a plan that was brought
 * up to date before.
 */
export async function planImpact(tx: Transaction, caller: Caller, changes: readonly PlanChange[]): Promise<PlanImpact> {
  const { added: keys } = await planDifference(tx, caller, changes);
  const reported = REPORTED.map((rule) => ({ rule, keys: keys.filter((key) => key.startsWith(`${rule}|`)) }));
  // The number is not shown to a caller who does not see all of them.
  const most = caller.visibility ? undefined : FIRST;
  const shown = await violationsByKeys(
    tx,
    caller,
    reported.flatMap((each) => each.keys.slice(0, most)),
  );
  const entries = reported.map((each) => {
    const own = shown.filter(({ rule }) => rule === each.rule);
    const first = own.slice(0, FIRST).map((one) => presentViolation(one, caller.timeZone));
    return [each.rule, { count: caller.visibility ? own.length : each.keys.length, first }];
  });
  return Object.fromEntries(entries) as PlanImpact;
}

/**
 * Keys of the violations that changes bring and end. Computes them for real, in a transaction that must be rolled back, and on a plan that was
 * brought up to date before.
 */
export async function planDifference(
  tx: Transaction,
  tenant: Tenant,
  changes: readonly PlanChange[],
): Promise<{ readonly added: readonly string[]; readonly removed: readonly string[] }> {
  await holdPlan(tx, tenant.tenantId);
  const events = new Map<string, { readonly cameFirst: boolean; readonly cameLast: boolean }>();
  for await (const scope of scopesOf(tx, tenant.tenantId, changes))
    for (const { key, came } of (await recomputePlan(tx, tenant, scope)).violations) {
      if (came === null) continue;
      events.set(key, { cameFirst: events.get(key)?.cameFirst ?? came, cameLast: came });
    }
  // What went and came back is no news, nor is what came and went.
  const both = (came: boolean): string[] =>
    [...events].filter(([, { cameFirst, cameLast }]) => cameFirst === came && cameLast === came).map(([key]) => key);
  return { added: both(true), removed: both(false) };
}

/** What changes make of the plan: computed and stored, in a transaction that must be rolled back. Returns what may differ. */
export async function planOf(
  tx: Transaction,
  tenant: Tenant,
  changes: readonly PlanChange[],
): Promise<{
  readonly appointments: readonly number[];
  readonly tasks: readonly number[];
  readonly violations: readonly string[];
}> {
  await holdPlan(tx, tenant.tenantId);
  const appointments = new Set<number>();
  const tasks = new Set<number>();
  const violations = new Set<string>();
  for await (const scope of scopesOf(tx, tenant.tenantId, changes)) {
    const done = await recomputePlan(tx, tenant, scope);
    for (const id of scope.appointments) appointments.add(id);
    for (const id of done.tasks) tasks.add(id);
    for (const { key } of done.violations) violations.add(key);
  }
  return { appointments: [...appointments], tasks: [...tasks], violations: [...violations] };
}

/** The appointments and tasks for which changes may matter, in portions where that is everything. */
export async function* scopesOf(
  tx: Transaction,
  tenantId: number,
  changes: readonly PlanChange[],
): AsyncGenerator<PlanScope, void, undefined> {
  const changed = changedRecords(changes);
  const scope = changed === 'everything' ? undefined : await scopeOf(tx, tenantId, changed);
  if (scope) {
    yield scope;
    return;
  }
  for (let after = 0; ; ) {
    const appointments = await nextAppointments(tx, tenantId, after, PORTION);
    yield { appointments, tasks: [] };
    if (appointments.length < PORTION) return;
    after = appointments.at(-1) ?? after;
  }
}
