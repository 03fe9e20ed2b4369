import { daysBefore } from '../../domain/night.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { trimChanges, trimmableTenants } from '../../records/storage/log-trim.ts';

/**
 * The change log is kept for some time. Whoever reads on from behind its beginning is told so (APP022); the projection of the plan works out
 * everything anew; what else reads the log holds its part of it back. The planning index lives for a day, and the log for two at least.
 */
export const trimLog: NightlyJob<HasDatabase & HasClock & HasChangeRetention> = {
  name: 'trim the change log',
  async run(deps, stopping) {
    let changes = 0;
    const tenants = await trimmableTenants(deps.db, daysBefore(deps.now().getTime(), deps.changesKeepDays));
    for (const tenant of tenants) {
      if (stopping.aborted) break;
      changes += await trimChanges(deps.db, tenant);
    }
    return { changes };
  },
};

export interface HasChangeRetention {
  readonly changesKeepDays: number;
}
