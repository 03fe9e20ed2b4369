import type { Caller } from '../../platform/caller.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { ShownKey } from './api-keys.ts';
import { noteEvent } from './audit-store.ts';

/** Notes what happened to a key, with what it opens: never the key itself. */
export const noteKey = (
  tx: Transaction,
  { tenantId, actor, address }: Pick<Caller, 'tenantId' | 'actor' | 'address'>,
  kind: 'key.created' | 'key.rotated' | 'key.changed' | 'key.revoked',
  { id, name, scopes, permissions, sourceApps, ipRanges, connector, expiresAt, replaces }: ShownKey,
): Promise<void> =>
  noteEvent(tx, {
    tenantId,
    kind,
    actor,
    subject: `key:${name}`,
    address,
    detail: { id, scopes, permissions, sourceApps, ipRanges, connector, expiresAt, replaces },
  });
