import { daysBefore } from '../../domain/night.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { trimChanges, trimmableTenants } from '../../records/storage/log-trim.ts';

/**
 * Trims the change log. A client that continues from before its beginning gets APP022, and the projection of the plan is rebuilt; other readers keep
 * the part that they have not read. The planning index is kept for a day, the log for at least two.
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
