import type { Deps } from '../deps.ts';
import { Refusal } from '../domain/errors.ts';
import { beyondQuota } from '../domain/quotas.ts';
import type { Caller } from '../platform/caller.ts';
import type { Transaction } from '../platform/postgres/database.ts';
import { countForQuota, type StoredQuota } from './storage/quota-store.ts';

/**
 * Called in the transaction that has just made one more: it is counted with those that are there, and taken back with the transaction when
 * it is one too many. What was there already and is only found or prolonged is never refused.
 */
export async function requireQuota(
  deps: Pick<Deps, 'quotas' | 'now'>,
  tx: Transaction,
  { tenantId, actor }: Pick<Caller, 'tenantId' | 'actor'>,
  kind: StoredQuota,
): Promise<void> {
  const count = await countForQuota(tx, kind, { tenantId, actor, now: deps.now() });
  const refusal = beyondQuota(kind, deps.quotas, count);
  if (refusal) throw new Refusal(refusal);
}
