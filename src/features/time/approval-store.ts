import type { TimeApproval } from '../../domain/time-approval.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import type { Change } from '../../records/storage/change.ts';

/** How the log names the service where it takes entries in. */
export const SERVICE = 'service:timeApproval';

export async function approvalOf(db: Session, tenantId: number): Promise<TimeApproval> {
  const [row] = await db.query<{ approval: TimeApproval }>(
    'select time_approval as approval from tenant where id = $1',
    [tenantId],
  );
  return row?.approval ?? 'backOffice';
}

/** Submitting entries become Accepted, as a connector would set them: all of the tenant, or some. Their log entries are for the actor SERVICE. */
export async function acceptSubmitted(
  tx: Transaction,
  tenantId: number,
  ids: readonly number[] | null,
): Promise<Change[]> {
  const accepted = await tx.query<{ id: number; version: number; sourceApp: string; message: string | null }>(
    `with submitted as (
       select id, message from time_entry where tenant_id = $1 and status = 1 and ($2::bigint[] is null or id = any($2)) order by id for update
     )
     update time_entry e set status = 2, message = null, version = e.version + 1, updated_at = now(), updated_by = $3
     from submitted s where e.tenant_id = $1 and e.id = s.id
     returning e.id, e.version, e.source_app as "sourceApp", s.message`,
    [tenantId, ids, SERVICE],
  );
  return accepted
    .sort((a, b) => a.id - b.id)
    .map(({ id, version, sourceApp, message }) => ({
      entity: 'TimeEntry',
      recordId: id,
      key: String(id),
      sourceApp,
      action: 'updated',
      version,
      fromBackOffice: false,
      before: JSON.stringify({ status: 1, ...(message === null ? {} : { message }) }),
      after: JSON.stringify({ status: 2, ...(message === null ? {} : { message: null }) }),
    }));
}

/** Who wrote entries last. */
export const writersOf = (
  tx: Transaction,
  tenantId: number,
  ids: readonly number[],
): Promise<{ id: number; updatedBy: string | null }[]> =>
  tx.query('select id, updated_by as "updatedBy" from time_entry where tenant_id = $1 and id = any($2)', [
    tenantId,
    ids,
  ]);
