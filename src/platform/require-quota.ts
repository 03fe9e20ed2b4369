import { Refusal } from '../domain/errors.ts';
import { beyondQuota, type QuotaLimits } from '../domain/quotas.ts';
import type { Caller } from './caller.ts';
import type { HasClock } from './clock.ts';
import type { Transaction } from './postgres/database.ts';
import { countForQuota, type QuotaSource, type StoredQuota } from './postgres/quota-store.ts';

/** How many long-lived things tenants and credentials may have. */
export interface HasQuotas {
  readonly quotas: QuotaLimits;
}

/**
 * Called in the transaction that has just made one more: it is counted with those that are there, and taken back with the transaction when
 * it is one too many. What was there already and is only found or prolonged is never refused.
 */
export async function requireQuota(
  deps: HasQuotas & HasClock,
  tx: Transaction,
  { tenantId, actor }: Pick<Caller, 'tenantId' | 'actor'>,
  kind: StoredQuota,
  source: QuotaSource,
): Promise<void> {
  const count = await countForQuota(tx, kind, source, { tenantId, actor, now: deps.now() });
  const refusal = beyondQuota(kind, deps.quotas, count);
  if (refusal) throw new Refusal(refusal);
}
