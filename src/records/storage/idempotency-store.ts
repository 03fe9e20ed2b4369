import type { Session, Transaction } from '../../platform/postgres/database.ts';

export interface StoredAnswer {
  readonly requestHash: Buffer;
  /** The credential that used the key; null in rows of earlier versions. */
  readonly caller: string | null;
  readonly status: number;
  /** Sealed, where there is a caller. */
  readonly body: string;
}

/** First half of the advisory lock of a key in flight; the second half is a hash of tenant and key. */
const IN_FLIGHT = 7342;

/** False when another transaction holds the key: the first request is still running. */
export async function lockIdempotencyKey(tx: Transaction, tenantId: number, key: string): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(${IN_FLIGHT}, hashtext($1)) as locked`,
    [`${tenantId}:${key}`],
  );
  return row?.locked ?? false;
}

export async function storedAnswer(db: Session, tenantId: number, key: string): Promise<StoredAnswer | undefined> {
  const [row] = await db.query<StoredAnswer>(
    `select request_hash as "requestHash", caller, status, body from idempotency
     where tenant_id = $1 and key = $2 and created_at > now() - interval '24 hours'`,
    [tenantId, key],
  );
  return row;
}

export async function storeAnswer(db: Session, tenantId: number, key: string, answer: StoredAnswer): Promise<void> {
  await db.query(
    `insert into idempotency (tenant_id, key, request_hash, caller, status, body) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, key) do update set request_hash = excluded.request_hash, caller = excluded.caller,
       status = excluded.status, body = excluded.body, created_at = now()`,
    [tenantId, key, answer.requestHash, answer.caller, answer.status, answer.body],
  );
}
