import type { QuotaLimit, QuotaName } from '../../domain/quotas.ts';
import { unendedRuns } from '../../features/optimization/optimization-store.ts';
import type { Transaction } from '../../platform/postgres/database.ts';

export type StoredQuota = Exclude<QuotaName, 'stream'>;

/** Where each kind is stored, and the column that names who made it. $1 is the tenant, $3 the moment. */
const COUNTED: Readonly<Record<StoredQuota, readonly [from: string, actor: string]>> = {
  cursor: ['from change_cursor where tenant_id = $1', 'created_by'],
  webhook: ['from webhook where tenant_id = $1', 'created_by'],
  connector: ['from connector where tenant_id = $1', 'created_by'],
  // Those of deleted resources are gone with them.
  calendarFeed: [
    `from calendar_feed f where f.tenant_id = $1 and f.revoked_at is null
       and exists (select from resource r where r.tenant_id = $1 and r.id = f.resource_id)`,
    'f.created_by',
  ],
  hold: ['from hold where tenant_id = $1 and expires_at > $3', 'actor'],
  run: [unendedRuns, 'r.actor'],
};

/**
 * How many of a kind the tenant and the credential have, on whatever node they were made. Takes a lock until the transaction ends:
 * two that count at once would both find room.
 */
export async function countForQuota(
  tx: Transaction,
  kind: StoredQuota,
  { tenantId, actor, now }: { readonly tenantId: number; readonly actor: string; readonly now: Date },
): Promise<QuotaLimit> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('quota ' || $1::text || ' of ' || $2::text, 0))`, [
    kind,
    tenantId,
  ]);
  const [from, column] = COUNTED[kind];
  const [row] = await tx.query<QuotaLimit>(
    `select count(*) as tenant, count(*) filter (where ${column} = $2) as credential ${from}`,
    from.includes('$3') ? [tenantId, actor, now] : [tenantId, actor],
  );
  return row ?? { tenant: 0, credential: 0 };
}

/** Which of the connectors are stored already. */
export async function knownConnectors(tx: Transaction, tenantId: number, keys: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ key: string }>('select key from connector where tenant_id = $1 and key = any($2)', [
    tenantId,
    keys,
  ]);
  return rows.map(({ key }) => key);
}
