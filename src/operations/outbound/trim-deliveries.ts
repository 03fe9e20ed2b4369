import { trimOrphans, trimDeliveries as trimPortion } from '../../storage/delivery-store.ts';
import type { Deps } from '../deps.ts';

const LIMITS = { deliveredDays: 30, deadDays: 90 };
const PORTION = 5000;

/** Nightly: what was delivered a month ago, or given up a quarter ago, is forgotten. Answers how many deliveries went. */
export async function trimDeliveries(deps: Deps, stopping: AbortSignal): Promise<number> {
  let gone = 0;
  for (let more = true; more && !stopping.aborted; ) {
    const trimmed = await trimPortion(deps.db, LIMITS, PORTION);
    gone += trimmed;
    more = trimmed === PORTION;
  }
  await trimOrphans(deps.db);
  return gone;
}
