import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { forgetUnused } from './past-store.ts';

/** Deletes rows of past moments that nobody looks at any more. */
export const forgetPast: NightlyJob<HasDatabase> = {
  name: 'forget past moments',
  async run({ db }) {
    return { moments: await forgetUnused(db) };
  },
};
