import type { HasRoads } from '../../domain/travel.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { Follower } from '../../records/follow-changes.ts';
import { holdPlan } from './plan-store.ts';
import { recomputePlan } from './recompute-plan.ts';
import {
  missingLegs,
  noteRoadsSeen,
  storeLegs,
  type TenantWithoutRoads,
  tenantsWithoutRoads,
} from './road-leg-store.ts';

/** Plans change until the day before: roads are asked for what comes soon. */
const DAYS_AHEAD = 14;
const LEGS_PER_ROUND = 500;
const ROADS_MS = 30_000;

/**
 * Asks the router, if one is set, for the legs between consecutive appointments, stores them and checks travelTooShort again with them. No
 * request waits for the router: until a leg is stored, the estimate holds.
 */
export const keepRoads: Follower<HasDatabase & HasRoads & HasClock> = {
  name: 'asking for roads of the plan',
  gatherMs: 2000,
  async round(deps, stopping) {
    if (!deps.roads) return true;
    let isDone = true;
    for (const tenant of await tenantsWithoutRoads(deps.db)) {
      if (stopping.aborted) break;
      isDone = (await askForLegs(deps, tenant, stopping)) && isDone;
    }
    return isDone;
  },
};

/** False when legs may be left for another round. */
async function askForLegs(
  { db, roads, now }: HasDatabase & HasRoads & HasClock,
  tenant: TenantWithoutRoads,
  stopping: AbortSignal,
): Promise<boolean> {
  const { tenantId, seen } = tenant;
  const missing = await missingLegs(db, tenantId, now(), DAYS_AHEAD, LEGS_PER_ROUND);
  if (missing.length > 0 && roads) {
    const legs = await roads.legs(missing, AbortSignal.any([stopping, AbortSignal.timeout(ROADS_MS)]));
    if (stopping.aborted) return true;
    const appointments = [...new Set(missing.map(({ appointmentId }) => appointmentId))];
    await db.transaction(async (tx) => {
      await holdPlan(tx, tenantId);
      await storeLegs(
        tx,
        tenantId,
        now(),
        missing.map((trip, i) => ({ ...trip, leg: legs[i] })),
      );
      await recomputePlan(tx, tenant, { appointments, tasks: [] });
      return { commit: true, value: undefined };
    });
  }
  if (missing.length === LEGS_PER_ROUND) return false;
  await noteRoadsSeen(db, tenantId, seen);
  return true;
}
