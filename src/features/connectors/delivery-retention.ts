import type { Database, Session } from '../../platform/postgres/database.ts';
import { dropPartition, type Partition } from '../../platform/postgres/partitions.ts';
import { DELIVERIES } from '../../records/storage/partitioned-tables.ts';

export interface TrimLimits {
  readonly deliveredDays: number;
  readonly deadDays: number;
}

const KEPT_SINCE = `now() - interval '1 day' * case status when 'dead' then $2::integer else $1::integer end`;

/** Old deliveries of one partition, a portion at a time; returns the number of deleted deliveries. */
export async function deleteEnded(
  db: Session,
  { name }: Partition,
  limits: TrimLimits,
  portion: number,
): Promise<number> {
  const [row] = await db.query<{ gone: number }>(
    `with old as (
       select tenant_id, no from ${name} where status <> 'waiting' and ended_at < ${KEPT_SINCE} order by ended_at limit $3
     ), gone as (
       delete from ${name} d using old o where d.tenant_id = o.tenant_id and d.no = o.no returning 1
     ) select count(*) as gone from gone`,
    [limits.deliveredDays, limits.deadDays, portion],
  );
  return row?.gone ?? 0;
}

export interface Kept {
  readonly tenantId: number;
  readonly no: number;
}

/** How many wait; not more are counted than asked for. */
const waitingIn = async (db: Session, name: string, most: number): Promise<number> =>
  (await db.query(`select from ${name} where status = 'waiting' limit $1`, [most])).length;

/** Deliveries of a partition that ended, and are kept for longer. Undefined when there are more than `most`, with those that wait. */
export async function keptDeliveries(
  db: Session,
  { name }: Partition,
  limits: TrimLimits,
  most: number,
): Promise<Kept[] | undefined> {
  const waiting = await waitingIn(db, name, most + 1);
  const kept = await db.query<Kept>(
    `select tenant_id as "tenantId", no from ${name} where status <> 'waiting' and ended_at >= ${KEPT_SINCE} limit $3`,
    [limits.deliveredDays, limits.deadDays, most + 1],
  );
  return waiting + kept.length > most ? undefined : kept;
}

/** Those that wait are looked for again while nobody else can write: one that had ended may have been queued again. */
export const dropDeliveries = (
  db: Database,
  { name }: Partition,
  kept: readonly Kept[],
  most: number,
): Promise<boolean> =>
  dropPartition(db, DELIVERIES.table, name, {
    isStillRight: async (tx) => (await waitingIn(tx, name, most + 1)) <= most,
    kept: [
      { text: `select * from ${name} where status = 'waiting'`, values: [] },
      {
        text: `select d.* from ${name} d join unnest($1::integer[], $2::bigint[]) k(tenant_id, no)
          on d.tenant_id = k.tenant_id and d.no = k.no where d.status <> 'waiting'`,
        values: [kept.map(({ tenantId }) => tenantId), kept.map(({ no }) => no)],
      },
    ],
  });
