import type { Caller } from '../../platform/caller.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { noteEvent } from './audit-store.ts';

/** What the audit shows of a key: what it opens, never the key itself. */
interface NotedKey {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly permissions: readonly string[];
  readonly sourceApps: readonly string[] | null;
  readonly ipRanges: readonly string[] | null;
  readonly connector: number | null;
  readonly expiresAt: string | null;
  readonly replaces: number | null;
}

export const noteKey = (
  tx: Transaction,
  { tenantId, actor, address }: Pick<Caller, 'tenantId' | 'actor' | 'address'>,
  kind: 'key.created' | 'key.rotated' | 'key.changed' | 'key.revoked',
  { id, name, scopes, permissions, sourceApps, ipRanges, connector, expiresAt, replaces }: NotedKey,
): Promise<void> =>
  noteEvent(tx, {
    tenantId,
    kind,
    actor,
    subject: `key:${name}`,
    address,
    detail: { id, scopes, permissions, sourceApps, ipRanges, connector, expiresAt, replaces },
  });
