import type { ErrorReason } from '../../domain/receiver-state.ts';
import type { Session } from '../../platform/postgres/database.ts';

export interface AttemptError {
  readonly reason: ErrorReason;
  readonly message: string;
}

/**
 * Stores when a receiver last worked, and how it last failed. Of many successes in a row one every few seconds is enough. A statement of its own: it
 * must not lock the receiver together with deliveries, which a deletion locks in the other order.
 */
export async function noteResults(
  db: Session,
  tenantId: number,
  receiverId: number,
  succeeded: boolean,
  error: AttemptError | undefined,
): Promise<void> {
  await db.query(
    `update receiver set last_success_at = case when $3 then now() else last_success_at end,
       last_error_at = case when $4::text is null then last_error_at else now() end,
       last_error_reason = coalesce($4, last_error_reason), last_error = coalesce($5, last_error)
     where tenant_id = $1 and id = $2
       and ($4::text is not null or $3 and (last_success_at is null or last_success_at < now() - interval '5 seconds'))`,
    [tenantId, receiverId, succeeded, error?.reason ?? null, error?.message ?? null],
  );
}
