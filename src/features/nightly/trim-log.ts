import { daysBefore } from '../../domain/night.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { trimLog as trim } from '../../records/storage/log-trim.ts';

/**
 * Trims the change log. A client that continues from before its beginning gets APP022, and the projection of the plan is rebuilt; other readers keep
 * the part that they have not read. The planning index is kept for a day, the log for at least two.
 */
export const trimLog: NightlyJob<HasDatabase & HasClock & HasChangeRetention> = {
  name: 'trim the change log',
  run: async ({ db, now, changesKeepDays }, stopping) => ({
    ...(await trim(db, daysBefore(now().getTime(), changesKeepDays), stopping)),
  }),
};

export interface HasChangeRetention {
  readonly changesKeepDays: number;
}
