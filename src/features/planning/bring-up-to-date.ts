import type { Decision, HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { changedRecords, planEntities } from './changed-records.ts';
import { loadFacts, type Tenant } from './load-facts.ts';
import { scopeOf } from './plan-scope.ts';
import { holdPlan, movePlan, nextAppointments, type PlanState, planChanges, planState } from './plan-store.ts';
import { PortionsAhead } from './portions-ahead.ts';
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
): Promise<Effort> {
  let effort: Effort = { changes: 0, appointments: 0, tasks: 0 };
  // The rows of a draft were computed for a plan that was up to date, and one snapshot is read.
  if (deps.db.isOverlaid) return effort;
  // Not further than the present of the caller: under a steady stream of imports nobody would ever get an answer.
  let present: number | undefined;
  const ahead = new PortionsAhead(deps.db, tenant, portion);
  for (;;) {
    await ahead.settled();
    const state = await planState(deps.db, tenant.tenantId);
    present ??= state?.last;
    if (state && isCurrent({ ...state, last: present ?? state.last })) return effort;
    const step = await deps.db.transaction((tx) => advance(tx, tenant, portion, ahead));
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

async function advance(
  tx: Transaction,
  tenant: Tenant,
  portion: number,
  ahead: PortionsAhead,
): Promise<Decision<Effort>> {
  const state = await holdPlan(tx, tenant.tenantId);
  return { commit: true, value: await step(tx, tenant, state, portion, ahead) };
}

/** One step towards the present; a rebuild that was cut off goes on where it stopped. */
async function step(
  tx: Transaction,
  tenant: Tenant,
  state: PlanState,
  portion: number,
  ahead: PortionsAhead,
): Promise<Effort> {
  if (isCurrent(state)) return { changes: 0, appointments: 0, tasks: 0 };
  if (state.rebuiltTo !== null) return rebuild(tx, tenant, state.seen, state.rebuiltTo, portion, ahead);
  const upTo = Math.min(state.last, state.seen + portion);
  const changes = await planChanges(tx, tenant.tenantId, state.seen, upTo, planEntities);
  const changed = changes === undefined ? 'everything' : changedRecords(changes);
  const scope = changed === 'everything' ? undefined : await scopeOf(tx, tenant.tenantId, changed);
  if (scope === undefined) return rebuild(tx, tenant, state.last, 0, portion, ahead);
  const { appointments, tasks } = await recomputePlan(tx, tenant, scope, portion);
  await movePlan(tx, tenant.tenantId, upTo, null);
  return { changes: upTo - state.seen, appointments, tasks: tasks.length };
}

/** The next portion of everything. Changes that come meanwhile are taken on afterwards. */
async function rebuild(
  tx: Transaction,
  tenant: Tenant,
  seen: number,
  after: number,
  portion: number,
  ahead: PortionsAhead,
): Promise<Effort> {
  const read = await ahead.take(seen, after);
  const ids = read?.appointments ?? (await nextAppointments(tx, tenant.tenantId, after, portion));
  const facts = read?.facts ?? (await loadFacts(tx, tenant, ids));
  const last = ids.length < portion ? null : (ids.at(-1) ?? null);
  if (last !== null) ahead.begin(seen, last);
  const { tasks } = await recomputePortion(tx, tenant, { appointments: ids, tasks: [] }, facts);
  await movePlan(tx, tenant.tenantId, seen, last);
  return { changes: 0, appointments: ids.length, tasks: tasks.length };
}
