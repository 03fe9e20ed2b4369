import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import type { Follower } from '../../records/follow-changes.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import { tenantsBehindPlan } from './plan-store.ts';

/**
 * Readers bring the projection of the plan up to date themselves, and need nobody for it. But after an import of a hundred thousand
 * appointments the first of them would wait for all of that: so it is done soon after the import instead.
 */
export const keepPlans: Follower<HasDatabase & HasStatistics> = {
  name: 'updating plans',
  gatherMs: 1000,
  async round(deps, stopping) {
    for (const tenant of await tenantsBehindPlan(deps.db)) {
      if (stopping.aborted) break;
      await bringUpToDate(deps, tenant);
    }
    return true;
  },
};
