import type { Session, Transaction } from '../../platform/postgres/database.ts';

export interface OldAttachment {
  readonly tenantId: number;
  readonly ids: readonly number[];
}

const byTenant = (condition: string): string =>
  `select tenant_id as "tenantId", array_agg(id order by id) as ids
   from (select tenant_id, id from attachment where ${condition} order by tenant_id, id limit $2) a group by tenant_id order by tenant_id`;

export const unfinishedBefore = (db: Session, moment: Date, most: number): Promise<OldAttachment[]> =>
  db.query<OldAttachment>(byTenant('completed_at is null and created_at < $1'), [moment.toISOString(), most]);

export const orphanedBefore = (db: Session, moment: Date, most: number): Promise<OldAttachment[]> =>
  db.query<OldAttachment>(byTenant('orphaned_at < $1'), [moment.toISOString(), most]);

const has = (table: string, id: string): string =>
  `exists (select from ${table} t where t.tenant_id = a.tenant_id and t.id = ${id})`;
const IS_ORPHAN = `not (case a.owner_kind when 'Appointment' then ${has('appointment', 'a.owner_id')} when 'Task' then ${has('task', 'a.owner_id')}
  else ${has('resource', 'a.owner_id')} end) and (a.task_id is null or not ${has('task', 'a.task_id')})`;

/** Notes since when an attachment has neither record nor task. An undo may bring them back. */
export async function markOrphans(db: Session, now: Date): Promise<void> {
  await db.query(
    `update attachment a set orphaned_at = case when ${IS_ORPHAN} then $1::timestamptz end
     where (a.orphaned_at is null) = (${IS_ORPHAN})`,
    [now.toISOString()],
  );
}

export async function idsOfApp(tx: Transaction, tenantId: number, sourceApp: string): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    'select id from attachment where tenant_id = $1 and source_app = $2 order by id for update',
    [tenantId, sourceApp],
  );
  return rows.map(({ id }) => id);
}
