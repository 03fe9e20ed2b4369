import type { Database, Decision, HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { changedRecords, planEntities } from './changed-records.ts';
import { FIRST_BUILD_MOST, firstBuild } from './first-build.ts';
import { isFirstBuild } from './first-build-store.ts';
import type { Tenant } from './load-facts.ts';
import { scopeOf } from './plan-scope.ts';
import { holdPlan, movePlan, type PlanState, planChanges, planState } from './plan-store.ts';
import { PortionsAhead } from './portions-ahead.ts';
import { type RebuildPortion, readPortion } from './read-portion.ts';
import { PORTION, recomputePlan, recomputePortion } from './recompute-plan.ts';

/** What it took; a test holds it against what changed. */
export interface Effort {
  readonly changes: number;
  readonly appointments: number;
  readonly tasks: number;
}

/**
 * Brings the projection of the plan to the tenant's last change, at the cost of what changed. Every read calls it first, on any node; when
 * nothing changed it is one small query. Nodes that come at once take turns by the lock of the row.
 *
 * A transaction sees records as they are, which may be newer than the changes it takes on. That does no harm: what is newer has a
 * number beyond, and will be looked at again.
 */
export async function bringUpToDate(
  deps: HasDatabase & HasStatistics,
  tenant: Tenant,
  portion = PORTION,
  most = FIRST_BUILD_MOST,
): Promise<Effort> {
  let effort: Effort = { changes: 0, appointments: 0, tasks: 0 };
  // The rows of a draft were computed for a plan that was up to date, and one snapshot is read.
  if (deps.db.isOverlaid) return effort;
  // Not further than the present of the caller: under a steady stream of imports nobody would ever get an answer.
  let present: number | undefined;
  const ahead = new PortionsAhead((after) => readPortion(deps.db, tenant, after, portion));
  for (;;) {
    await ahead.settled();
    const state = await planState(deps.db, tenant.tenantId);
    present ??= state?.last;
    if (state && isCurrent({ ...state, last: present ?? state.last })) return effort;
    const step = await deps.db.transaction((tx) => advance({ db: deps.db, tx, tenant, portion, ahead, most }));
    effort = {
      changes: effort.changes + step.changes,
      appointments: effort.appointments + step.appointments,
      tasks: effort.tasks + step.tasks,
    };
    if (step.appointments > 0) {
      deps.statistics.grew('appointment_plan', step.appointments, ['tenant_id', 'appointment_id', 'task_id']);
      deps.statistics.grew('resource_plan', step.appointments, ['tenant_id', 'appointment_id', 'resource_id', 'start']);
      deps.statistics.grew('violation', step.appointments, [
        'tenant_id',
        'appointment_id',
        'other_id',
        'task_id',
        '"end"',
      ]);
      deps.statistics.grew('task_plan', step.tasks, ['tenant_id', 'task_id']);
    }
  }
}

const isCurrent = ({ seen, last, rebuiltTo }: PlanState): boolean => rebuiltTo === null && seen >= last;

interface Step {
  readonly db: Database;
  readonly tx: Transaction;
  readonly tenant: Tenant;
  readonly portion: number;
  readonly ahead: PortionsAhead<RebuildPortion>;
  /** Appointments that a first build does in one transaction. */
  readonly most: number;
}

async function advance(work: Step): Promise<Decision<Effort>> {
  const state = await holdPlan(work.tx, work.tenant.tenantId);
  return { commit: true, value: await step(work, state) };
}

/** One step towards the present; a rebuild that was cut off goes on where it stopped. */
async function step(work: Step, state: PlanState): Promise<Effort> {
  const { tx, tenant, portion } = work;
  if (isCurrent(state)) return { changes: 0, appointments: 0, tasks: 0 };
  if (state.rebuiltTo !== null) return rebuild(work, state.seen, state.rebuiltTo);
  const upTo = Math.min(state.last, state.seen + portion);
  const changes = await planChanges(tx, tenant.tenantId, state.seen, upTo, planEntities);
  const changed = changes === undefined ? 'everything' : changedRecords(changes);
  const scope = changed === 'everything' ? undefined : await scopeOf(tx, tenant.tenantId, changed);
  if (scope === undefined) return rebuild(work, state.last, 0);
  const { appointments, tasks } = await recomputePlan(tx, tenant, scope, portion);
  await movePlan(tx, tenant.tenantId, upTo, null);
  return { changes: upTo - state.seen, appointments, tasks: tasks.length };
}

/** The next portion of everything, or everything where nothing was computed yet. Changes that come meanwhile are taken on afterwards. */
async function rebuild(work: Step, seen: number, after: number): Promise<Effort> {
  const { db, tx, tenant, portion, ahead, most } = work;
  if (after === 0 && (await isFirstBuild(tx, tenant.tenantId, most))) {
    const built = await firstBuild(db, tx, tenant, portion);
    await movePlan(tx, tenant.tenantId, seen, null);
    return { changes: 0, ...built };
  }
  const { appointments, facts } = (await ahead.take(seen, after)) ?? (await readPortion(tx, tenant, after, portion));
  const last = appointments.length < portion ? null : (appointments.at(-1) ?? null);
  if (last !== null) ahead.begin(seen, last);
  const { tasks } = await recomputePortion(tx, tenant, { appointments, tasks: [] }, facts);
  await movePlan(tx, tenant.tenantId, seen, last);
  return { changes: 0, appointments: appointments.length, tasks: tasks.length };
}
