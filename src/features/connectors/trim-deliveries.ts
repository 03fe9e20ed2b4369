import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { giveUpSuspended, trimOrphans, trimDeliveries as trimPortion } from './delivery-store.ts';

const LIMITS = { deliveredDays: 30, deadDays: 90 };
const SUSPENDED_DAYS = 30;
const PORTION = 5000;

/** Deletes deliveries a month after they arrived, or a quarter after they were given up. Deliveries to a suspended receiver are given up after a month. */
export const trimDeliveries: NightlyJob<HasDatabase> = {
  name: 'forget deliveries',
  async run({ db }, stopping) {
    const message = `Not delivered: the receiver was suspended and not resumed within ${SUSPENDED_DAYS} days.`;
    const givenUp = await giveUpSuspended(db, SUSPENDED_DAYS, message);
    let deliveries = 0;
    for (let more = true; more && !stopping.aborted; ) {
      const trimmed = await trimPortion(db, LIMITS, PORTION);
      deliveries += trimmed;
      more = trimmed === PORTION;
    }
    await trimOrphans(db);
    return { deliveries, ...(givenUp > 0 ? { givenUp } : {}) };
  },
};
