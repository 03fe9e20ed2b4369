import type { Database, Session } from '../../platform/postgres/database.ts';
import { dropPartition, isRest, type Partition, partitionsOf } from '../../platform/postgres/partitions.ts';
import { CHANGES } from './partitioned-tables.ts';

/** Readers of the log that keep no copy: what they have not read stays, however old it is. One row for each reader of a tenant. */
const READERS = [
  'select seen from geocode_state g where g.tenant_id = t.id',
  'select position from outbound_position p where p.tenant_id = t.id',
];
const READ_BY_ALL = `coalesce((select min(seen) from (${READERS.join(' union all ')}) readers), 0)`;

/** Rows of a partition that are still read are moved to the rest, if they are not more. */
const MOST_MOVED = 10_000;
const PORTION = 10_000;

export interface Trimmable {
  readonly tenantId: number;
  /** The last change of a whole write that may go. */
  readonly upTo: number;
}

export interface Trimmed {
  /** Partitions that were dropped. */
  readonly partitions: number;
  /** Changes that were deleted one by one. */
  readonly changes: number;
}

/**
 * Drops the partitions in which all is older than the moment. A reader that is behind keeps the changes that it has not read: few are moved, and with
 * many the partition stays and loses its rows. The first partition and the rest are not of one time; they lose their rows.
 */
export async function trimLog(db: Database, before: Date, stopping: AbortSignal): Promise<Trimmed> {
  const all = await partitionsOf(db, CHANGES.table);
  const old = all.filter(({ till }) => till !== null && till <= before.getTime());
  let [partitions, changes] = [0, 0];
  const goOn = (): boolean => !stopping.aborted;
  for (const partition of old.filter(goOn)) {
    const parts = await partsOf(db, partition);
    await forgetUpTo(db, parts);
    if (mostKept(parts) > MOST_MOVED) for (const part of parts.filter(goOn)) changes += await deleteChanges(db, part);
    else if (await drop(db, partition, parts)) partitions += 1;
  }
  const mixed = all.filter((each) => (each.from === null || isRest(each)) && !old.includes(each));
  const trimmable = await trimmableTenants(db, before);
  for (const partition of mixed.filter(goOn))
    for (const part of (await trimmableIn(db, partition, trimmable)).filter(goOn))
      changes += await trimChanges(db, part);
  for (const part of (await tenantsWithOldSets(db)).filter(goOn)) await deleteSets(db, part);
  return { partitions, changes };
}

/** Row by row. */
export async function trimChanges(db: Session, part: Trimmable): Promise<number> {
  await forgetUpTo(db, [part]);
  return deleteChanges(db, part);
}

/** The part of a tenant in a partition. */
interface Part extends Trimmable {
  /** The first and the last change of the tenant in the partition. */
  readonly first: number;
  readonly last: number;
}

/** What each tenant has in a partition, and how far it may go. A write is never split. What was said to be gone does not come back. */
const partsOf = (db: Session, { name }: Partition): Promise<Part[]> =>
  db.query<Part>(
    `select t.id as "tenantId", least(m.last, greatest(s.last_no, t.oldest_change - 1)) as "upTo", m.first, m.last
     from tenant t cross join lateral (select min(no) as first, max(no) as last from ${name} where tenant_id = t.id) m
     left join lateral (
       select last_no from change_set where tenant_id = t.id and last_no <= m.last and last_no <= ${READ_BY_ALL}
       order by last_no desc limit 1
     ) s on true
     where m.last is not null order by t.id`,
  );

/**
 * Before changes go, so that nobody who reads on from there misses some: concurrent readers get APP022. Not while the table is locked: a writer has
 * the row of its tenant when it wants the table.
 */
async function forgetUpTo(db: Session, parts: readonly Trimmable[]): Promise<void> {
  await db.query(
    `update tenant t set oldest_change = g.up_to + 1 from unnest($1::integer[], $2::bigint[]) g(tenant_id, up_to)
     where t.id = g.tenant_id and t.oldest_change <= g.up_to`,
    [parts.map(({ tenantId }) => tenantId), parts.map(({ upTo }) => upTo)],
  );
}

/** Tenants of which a reader is behind, and what stays of them, as the selection of whole rows. */
function keptOf({ name }: Partition, parts: readonly Part[]): { text: string; values: unknown[] } | undefined {
  const behind = parts.filter(({ upTo, last }) => upTo < last);
  if (behind.length === 0) return undefined;
  return {
    text: `select c.* from ${name} c join unnest($1::integer[], $2::bigint[]) b(tenant_id, up_to)
      on c.tenant_id = b.tenant_id and c.no > b.up_to`,
    values: [behind.map(({ tenantId }) => tenantId), behind.map(({ upTo }) => upTo)],
  };
}

/** How many changes a reader has not read, at most: numbers have no gap, but a few at the edge are in another partition. */
const mostKept = (parts: readonly Part[]): number =>
  parts.reduce((sum, { upTo, first, last }) => sum + last - Math.max(upTo, first - 1), 0);

/** False where rows have come into the partition meanwhile, by the import of a tenant: the next night looks again. */
function drop(db: Database, partition: Partition, parts: readonly Part[]): Promise<boolean> {
  const kept = keptOf(partition, parts);
  const ends = (of: readonly Part[]): string => of.map(({ tenantId, last }) => `${tenantId}:${last}`).join();
  return dropPartition(db, CHANGES.table, partition.name, {
    isStillRight: async (tx) => ends(await partsOf(tx, partition)) === ends(parts),
    kept: kept ? [kept] : [],
    // The moment of a change is that at which its write began, its number that at which it ended. At the edge of a partition a few with lower numbers
    // are in the next one.
    after: async (tx) => {
      await tx.query(
        `delete from change c using unnest($1::integer[], $2::bigint[]) g(tenant_id, up_to)
         where c.tenant_id = g.tenant_id and c.no <= g.up_to`,
        [parts.map(({ tenantId }) => tenantId), parts.map(({ upTo }) => upTo)],
      );
    },
  });
}

/** Tenants with writes that are older than the moment and read by all readers. */
const trimmableTenants = (db: Session, before: Date): Promise<Trimmable[]> =>
  db.query<Trimmable>(
    `select t.id as "tenantId", s.last_no as "upTo"
     from tenant t cross join lateral (
       select last_no from change_set where tenant_id = t.id and at < $1 and last_no <= ${READ_BY_ALL} order by last_no desc limit 1
     ) s order by t.id`,
    [before],
  );

/** Of tenants that have trimmable changes in the partition, the last of these. */
const trimmableIn = (db: Session, { name }: Partition, tenants: readonly Trimmable[]): Promise<Trimmable[]> =>
  db.query<Trimmable>(
    `select g.tenant_id as "tenantId", m.last as "upTo"
     from unnest($1::integer[], $2::bigint[]) g(tenant_id, up_to)
     cross join lateral (select max(no) as last from ${name} where tenant_id = g.tenant_id and no <= g.up_to) m
     where m.last is not null order by 1`,
    [tenants.map(({ tenantId }) => tenantId), tenants.map(({ upTo }) => upTo)],
  );

/** The oldest first, in portions: there is no gap at any time, and no statement takes long. */
async function deleteChanges(db: Session, { tenantId, upTo }: Trimmable): Promise<number> {
  let gone = 0;
  for (;;) {
    const [portion] = await db.query<{ till: number | null; count: number }>(
      `select max(no) as till, count(*) as count from (
         select no from change where tenant_id = $1 and no <= $2 order by no limit ${PORTION}) p`,
      [tenantId, upTo],
    );
    if (!portion?.till) return gone;
    await db.query('delete from change where tenant_id = $1 and no <= $2', [tenantId, portion.till]);
    gone += portion.count;
    if (portion.count < PORTION) return gone;
  }
}

/** Writes of which all changes are gone. */
const tenantsWithOldSets = (db: Session): Promise<Trimmable[]> =>
  db.query<Trimmable>(
    `select t.id as "tenantId", t.oldest_change - 1 as "upTo" from tenant t
     where exists (select from change_set s where s.tenant_id = t.id and s.last_no < t.oldest_change) order by t.id`,
  );

async function deleteSets(db: Session, { tenantId, upTo }: Trimmable): Promise<void> {
  for (;;) {
    const rows = await db.query(
      `delete from change_set where tenant_id = $1 and last_no in (
         select last_no from change_set where tenant_id = $1 and last_no <= $2 order by last_no limit ${PORTION}) returning 1`,
      [tenantId, upTo],
    );
    if (rows.length < PORTION) return;
  }
}
