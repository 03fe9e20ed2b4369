import { daysBefore } from '../../domain/night.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { isRest, partitionsOf } from '../../platform/postgres/partitions.ts';
import { DELIVERED_KEEP_DAYS, DELIVERIES } from '../../records/storage/partitioned-tables.ts';
import { deleteEnded, dropDeliveries, keptDeliveries } from './delivery-retention.ts';
import { giveUpSuspended, trimOrphans } from './delivery-store.ts';

const LIMITS = { deliveredDays: DELIVERED_KEEP_DAYS, deadDays: 90 };
const SUSPENDED_DAYS = 30;
const PORTION = 5000;
/** Deliveries of a partition that are still needed are moved to the rest, if they are not more. */
const MOST_MOVED = 10_000;

/**
 * Forgets deliveries a month after they arrived, or a quarter after they were given up: whole partitions, after the few that still wait or were given
 * up were moved to the rest. The first partition and the rest are not of one time, and lose their rows one by one; so does a partition of which much
 * is still needed. Deliveries to a suspended receiver are given up after a month.
 */
export const trimDeliveries: NightlyJob<HasDatabase & HasClock> = {
  name: 'forget deliveries',
  async run({ db, now }, stopping) {
    const message = `Not delivered: the receiver was suspended and not resumed within ${SUSPENDED_DAYS} days.`;
    const givenUp = await giveUpSuspended(db, SUSPENDED_DAYS, message);
    const before = daysBefore(now().getTime(), LIMITS.deliveredDays).getTime();
    let [partitions, deliveries] = [0, 0];
    for (const partition of await partitionsOf(db, DELIVERIES.table)) {
      const isOld = partition.till !== null && partition.till <= before;
      if (stopping.aborted || !(isOld || partition.from === null || isRest(partition))) continue;
      const kept = isOld ? await keptDeliveries(db, partition, LIMITS, MOST_MOVED) : undefined;
      if (kept) {
        if (await dropDeliveries(db, partition, kept, MOST_MOVED)) partitions += 1;
        continue;
      }
      for (let more = true; more && !stopping.aborted; ) {
        const gone = await deleteEnded(db, partition, LIMITS, PORTION);
        deliveries += gone;
        more = gone === PORTION;
      }
    }
    await trimOrphans(db);
    return { deliveries, ...(partitions > 0 ? { partitions } : {}), ...(givenUp > 0 ? { givenUp } : {}) };
  },
};
