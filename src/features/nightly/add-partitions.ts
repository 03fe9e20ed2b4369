import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasLog } from '../../platform/log.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { addPartitions as add, isWrittenOutside } from '../../platform/postgres/partitions.ts';
import { CHANGES, DELIVERED_KEEP_DAYS, DELIVERIES, daysOfPartition } from '../../records/storage/partitioned-tables.ts';
import type { HasChangeRetention } from './trim-log.ts';

type Needed = HasDatabase & HasLog & HasChangeRetention;

const tables = ({ changesKeepDays }: HasChangeRetention) =>
  [
    { table: CHANGES, days: daysOfPartition(changesKeepDays) },
    { table: DELIVERIES, days: daysOfPartition(DELIVERED_KEEP_DAYS) },
  ] as const;

/**
 * The next partitions of the change log and of the deliveries, one ahead of the current one. If a night cannot, there is time until the next. What is
 * written without a partition is not lost: it goes into the rest, and is later deleted row by row.
 */
export const addPartitions: NightlyJob<Needed> = {
  name: 'add partitions',
  async run({ db, log, changesKeepDays }) {
    let partitions = 0;
    for (const { table, days } of tables({ changesKeepDays })) {
      partitions += await add(db, table, days);
      if (await isWrittenOutside(db, table))
        log.warn({ table: table.table }, 'rows of the last day have no partition; the next partition begins tomorrow');
    }
    // Statistics over all partitions; PostgreSQL itself renews those of single ones.
    await db.query('analyze change, delivery');
    return { partitions };
  },
};

/** At the start: the nightly work may not have run for long. The service starts also if this fails. */
export async function preparePartitions(deps: Needed): Promise<void> {
  try {
    await Promise.all(tables(deps).map(({ table, days }) => add(deps.db, table, days)));
  } catch (error) {
    deps.log.warn({ reason: (error as Error).message }, 'could not add partitions; the nightly work tries again');
  }
}
