import type { Follower } from '../../records/follow-changes.ts';
import { geocodeMissing } from './geocode-missing.ts';
import type { GeocodeDeps } from './geocoding.ts';
import { waitingTenants } from './waiting.ts';

/** Jobs and resources without a coordinate are looked for when they arrive. */
export const geocode: Follower<GeocodeDeps> = {
  name: 'geocoding',
  gatherMs: 0,
  async round(deps, stopping) {
    let isDone = true;
    for (const tenantId of await waitingTenants(deps)) {
      if (stopping.aborted) break;
      isDone = (await geocodeMissing(deps, tenantId, stopping)).isDone && isDone;
    }
    return isDone;
  },
};
