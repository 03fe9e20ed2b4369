import { trimOrphans, trimDeliveries as trimPortion } from '../../storage/delivery-store.ts';
import type { NightlyTask } from '../nightly/nightly-task.ts';

const LIMITS = { deliveredDays: 30, deadDays: 90 };
const PORTION = 5000;

/** What was delivered a month ago, or given up a quarter ago, is forgotten. */
export const trimDeliveries: NightlyTask = {
  name: 'forget deliveries',
  async run({ db }, stopping) {
    let deliveries = 0;
    for (let more = true; more && !stopping.aborted; ) {
      const trimmed = await trimPortion(db, LIMITS, PORTION);
      deliveries += trimmed;
      more = trimmed === PORTION;
    }
    await trimOrphans(db);
    return { deliveries };
  },
};
