import type { Transaction } from '../../platform/postgres/database.ts';
import type { ChangedRecord } from './record-store.ts';

/** Kinds of which a tenant has one default. */
export type WithDefault = 'calendar' | 'profile';

/** First half of the lock; the second is the tenant. One writer at a time: rows that others have not committed cannot be seen. */
const PROFILE_WRITERS = 7345;

export async function lockProfiles(tx: Transaction, tenantId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${PROFILE_WRITERS}, $1)`, [tenantId]);
}

/** The one that is the default from now on is the only one. */
export const unsetOtherDefaults = (
  tx: Transaction,
  tenantId: number,
  table: WithDefault,
  key: string,
  actor: string,
): Promise<ChangedRecord[]> =>
  tx.query<ChangedRecord>(
    `update ${table} set "default" = false, version = version + 1, updated_at = now(), updated_by = $3
     where tenant_id = $1 and "default" and key <> $2
     returning key, id, version, json_build_object('code', code) as names, '{"default": true}'::json as before, '{"default": false}'::json as after`,
    [tenantId, key, actor],
  );
