import type { QuotaLimit, QuotaName } from '../../domain/quotas.ts';
import type { Transaction } from './database.ts';

export type StoredQuota = Exclude<QuotaName, 'stream'>;

/** Where what a quota counts is stored. */
export interface QuotaSource {
  /** `from … where …`: $1 is the tenant, $3 the moment. */
  readonly from: string;
  /** The column that names who created it. */
  readonly actor: string;
}

/**
 * How many of a kind the tenant and the credential have, on whatever node they were made. Takes a lock until the transaction ends:
 * two that count at once would both find room.
 */
export async function countForQuota(
  tx: Transaction,
  kind: StoredQuota,
  { from, actor: column }: QuotaSource,
  { tenantId, actor, now }: { readonly tenantId: number; readonly actor: string; readonly now: Date },
): Promise<QuotaLimit> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('quota ' || $1::text || ' of ' || $2::text, 0))`, [
    kind,
    tenantId,
  ]);
  const [row] = await tx.query<QuotaLimit>(
    `select count(*) as tenant, count(*) filter (where ${column} = $2) as credential ${from}`,
    from.includes('$3') ? [tenantId, actor, now] : [tenantId, actor],
  );
  return row ?? { tenant: 0, credential: 0 };
}
