import type { Session } from '../../platform/postgres/database.ts';

/** Readers of the log that keep no copy: what they have not read stays, however old it is. One row for each reader of a tenant. */
const READERS = [
  'select seen from geocode_state g where g.tenant_id = t.id',
  'select position from outbound_position p where p.tenant_id = t.id',
];

export interface Trimmable {
  readonly tenantId: number;
  /** The last change of a whole write that may go. */
  readonly upTo: number;
}

/** Tenants with writes that are older than the moment and read by all readers. */
export const trimmableTenants = (db: Session, before: Date): Promise<Trimmable[]> =>
  db.query<Trimmable>(
    `select t.id as "tenantId", s.last_no as "upTo"
     from tenant t cross join lateral (
       select last_no from change_set
       where tenant_id = t.id and at < $1 and last_no <= coalesce((select min(seen) from (${READERS.join(' union all ')}) readers), 0)
       order by last_no desc limit 1
     ) s order by t.id`,
    [before],
  );

const PORTION = 10_000;

/** First records that they are gone, then deletes them in portions: concurrent readers get APP022, and no statement takes long. */
export async function trimChanges(db: Session, { tenantId, upTo }: Trimmable): Promise<number> {
  await db.query('update tenant set oldest_change = $2 where id = $1 and oldest_change < $2', [tenantId, upTo + 1]);
  let gone = 0;
  for (const [table, column] of [
    ['change', 'no'],
    ['change_set', 'last_no'],
  ] as const)
    for (;;) {
      const rows = await db.query(
        `delete from ${table} where tenant_id = $1 and ${column} in (
           select ${column} from ${table} where tenant_id = $1 and ${column} <= $2 order by ${column} limit ${PORTION}) returning 1`,
        [tenantId, upTo],
      );
      if (table === 'change') gone += rows.length;
      if (rows.length < PORTION) break;
    }
  return gone;
}
