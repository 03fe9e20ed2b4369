import type { Transaction } from '../../platform/postgres/database.ts';

/** First half of the lock; the second is the tenant. One writer at a time: rows that others have not committed cannot be seen. */
const CALENDAR_WRITERS = 7343;

export async function lockCalendars(tx: Transaction, tenantId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${CALENDAR_WRITERS}, $1)`, [tenantId]);
}

/** Who stands above whom, kept from changing until the transaction ends. */
export async function calendarParents(tx: Transaction, tenantId: number): Promise<Map<string, string | null>> {
  const rows = await tx.query<{ key: string; parent: string | null }>(
    `select c.key, p.key as parent
     from (select * from calendar where tenant_id = $1 order by key for no key update) c
     left join calendar p on p.tenant_id = c.tenant_id and p.id = c.parent_id`,
    [tenantId],
  );
  return new Map(rows.map((row) => [row.key, row.parent]));
}

/** Keys of the calendars that are marked as the tenant's default. */
export const defaultCalendars = async (tx: Transaction, tenantId: number): Promise<string[]> =>
  (await tx.query<{ key: string }>('select key from calendar where tenant_id = $1 and "default"', [tenantId])).map(
    ({ key }) => key,
  );
