import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { retryFailedLocations } from './nightly-store.ts';

/** Addresses that were not found are looked for again: a map may have learnt of them. */
export const retryGeocoding: NightlyJob<HasDatabase> = {
  name: 'look again for addresses',
  run: async ({ db }) => ({ addresses: await retryFailedLocations(db) }),
};
