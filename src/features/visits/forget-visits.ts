import type { HasClock } from '../../platform/clock.ts';
import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { deleteSharedPositions } from './position-store.ts';
import { deleteOldReports } from './visit-store.ts';

const REPORTS_DAYS = 92;

/** Positions that were shared more than a day ago, and reports about appointments that are gone. */
export const forgetVisits: NightlyJob<HasDatabase & HasClock> = {
  name: 'forget shared positions and visits',
  run: async ({ db, now }) => ({
    positions: await deleteSharedPositions(db, now().getTime(), null),
    reports: await deleteOldReports(db, REPORTS_DAYS),
  }),
};
