import { DAY_MS } from '../../domain/time/day.ts';
import { type Database, databaseNow, type Session, type Transaction } from './database.ts';

/** A table that is partitioned by ranges of a time. */
export interface PartitionedTable {
  readonly table: string;
  /** The column with the time. */
  readonly by: string;
}

/** Times in epoch ms. `from` is null for what has no beginning; `till` is null for the rest, which takes what no other partition does. */
export interface Partition {
  readonly name: string;
  readonly from: number | null;
  readonly till: number | null;
}

/**
 * Anyone who wants the table waits behind a statement that waits for it. A partition that cannot be added or dropped at once is left to the next
 * night.
 */
const LOCK_TIMEOUT = '1s';
/** To add a partition, PostgreSQL reads the rest, and nobody can write meanwhile. */
const STATEMENT_TIMEOUT = '5s';

/** In the order of their times, the rest last. */
export const partitionsOf = (db: Session, table: string): Promise<Partition[]> =>
  db.query<Partition>(
    `select c.relname as name, substring(b.bound from 'FROM \\(''([^'']+)''\\)')::timestamptz as from,
       substring(b.bound from 'TO \\(''([^'']+)''\\)')::timestamptz as till
     from pg_inherits i join pg_class c on c.oid = i.inhrelid cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) b
     where i.inhparent = format('public.%I', $1::text)::regclass order by till nulls last`,
    [table],
  );

export const isRest = ({ till }: Partition): boolean => till === null;

const startOfDay = (moment: number): number => Math.floor(moment / DAY_MS) * DAY_MS;

/**
 * Adds the partitions that are missing between today and as many days ahead as one of them has. Where rows have come into the rest already,
 * partitions begin on the day after them. One process at a time; the others need not wait.
 */
export async function addPartitions(db: Database, of: PartitionedTable, days: number, at?: number): Promise<number> {
  let added = 0;
  await db.alone(`partitions of ${of.table}`, async () => {
    const now = at ?? (await databaseNow(db));
    const known = await partitionsOf(db, of.table);
    const rest = known.find(isRest);
    if (!rest) throw new Error(`the table ${of.table} has no partition for the rest`);
    for (let from = startOfDay(now); from <= now + days * DAY_MS; ) {
      const here = known.find((each) => (each.from ?? Number.NEGATIVE_INFINITY) <= from && from < (each.till ?? from));
      if (here?.till) {
        from = here.till;
        continue;
      }
      const later = known.flatMap((each) => (each.from !== null && each.from > from ? [each.from] : []));
      const till = Math.min(from + days * DAY_MS, ...later);
      const last = await lastOutside(db, of, rest, from, till);
      if (last === undefined) {
        await attach(db, of.table, rest, from, till);
        added += 1;
        from = till;
      } else from = startOfDay(last) + DAY_MS;
    }
  });
  return added;
}

/** The newest row of the rest between two moments. */
async function lastOutside(
  db: Session,
  { by }: PartitionedTable,
  rest: Partition,
  from: number,
  till: number,
): Promise<number | undefined> {
  const [row] = await db.query<{ last: number | null }>(
    `select max(${by}) as last from ${rest.name} where ${by} >= $1 and ${by} < $2`,
    [new Date(from), new Date(till)],
  );
  return row?.last ?? undefined;
}

/** Whether rows of the last day have come into the rest: there was no partition for them. */
export async function isWrittenOutside(db: Session, of: PartitionedTable): Promise<boolean> {
  const rest = (await partitionsOf(db, of.table)).find(isRest);
  if (!rest) return false;
  const now = await databaseNow(db);
  return (await lastOutside(db, of, rest, now - DAY_MS, now)) !== undefined;
}

async function attach(db: Database, table: string, rest: Partition, from: number, till: number): Promise<void> {
  const [first, last] = [new Date(from).toISOString(), new Date(till).toISOString()];
  const name = `${table}_p${first.slice(0, 10).replaceAll('-', '')}`;
  await db.transaction(async (tx) => {
    await inOrder(tx, [
      `set local lock_timeout = '${LOCK_TIMEOUT}'`,
      `set local statement_timeout = '${STATEMENT_TIMEOUT}'`,
      `create table ${name} (like ${rest.name} including all)`,
      `alter table ${table} attach partition ${name} for values from ('${first}') to ('${last}')`,
    ]);
    return { commit: true, value: undefined };
  });
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

async function inOrder(tx: Transaction, statements: readonly (string | Statement)[]): Promise<void> {
  for (const each of statements) {
    const { text, values } = typeof each === 'string' ? { text: each, values: [] } : each;
    await tx.query(text, values);
  }
}

/** What is done together with dropping a partition, while nobody else can use the table. It must be quick. */
export interface Dropping {
  /** Whether what was found before still holds. If not, nothing happens. */
  readonly isStillRight: (tx: Transaction) => Promise<boolean>;
  /** Rows that must stay, as selections of whole rows: they go into the rest. */
  readonly kept: readonly Statement[];
  readonly after?: (tx: Transaction) => Promise<void>;
}

/** Drops a partition with all that is in it, in one transaction. Throws 55P03 where others use the table for too long. */
export const dropPartition = (db: Database, table: string, name: string, dropping: Dropping): Promise<boolean> =>
  db.transaction(async (tx) => {
    await inOrder(tx, [
      `set local lock_timeout = '${LOCK_TIMEOUT}'`,
      // No plan may read a whole partition while others wait.
      'set local enable_seqscan = off',
      // Readers and writers come through the parent.
      `lock table only ${table} in access exclusive mode`,
    ]);
    if (!(await dropping.isStillRight(tx))) return { commit: false, value: false };
    await inOrder(tx, [
      `alter table ${table} detach partition ${name}`,
      ...dropping.kept.map(({ text, values }) => ({ text: `insert into ${table} ${text}`, values })),
      `drop table ${name}`,
    ]);
    await dropping.after?.(tx);
    return { commit: true, value: true };
  });
