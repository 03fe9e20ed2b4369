import type { Database } from '../../src/platform/postgres/database.ts';
import { addPartitions, type PartitionedTable } from '../../src/platform/postgres/partitions.ts';

const DAY_MS = 86_400_000;
const startOfDay = (moment: number): number => Math.floor(moment / DAY_MS) * DAY_MS;

/** As if the service had run for long: the first partition ends in the past, and others follow until today. For an empty table. */
export async function pastPartitions(db: Database, of: PartitionedTable, days: number, count: number): Promise<void> {
  const first = startOfDay(Date.now()) - count * days * DAY_MS;
  await db.query(`alter table ${of.table} detach partition ${of.table}_first`);
  await db.query(
    `alter table ${of.table} attach partition ${of.table}_first for values from (minvalue) to ('${new Date(first).toISOString()}')`,
  );
  for (let at = first; at <= startOfDay(Date.now()); at += days * DAY_MS) await addPartitions(db, of, days, at);
}
