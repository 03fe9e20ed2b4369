import { inOrder, type Permission, permissionsOfScopes } from '../../domain/permissions.ts';
import type { Database, Session } from '../../platform/postgres/database.ts';

export interface StoredKey {
  readonly id: number;
  readonly tenantId: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  /** Beside those that its scopes stand for. */
  readonly permissions: readonly string[];
  readonly sourceApps: readonly string[] | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  readonly createdAt: number;
  readonly createdBy: string;
}

export interface KeyWithTenant extends StoredKey {
  readonly tenantName: string;
  readonly timeZone: string;
  readonly modules: readonly string[];
}

/** All that a key may do. */
export const permissionsOfKey = ({ scopes, permissions }: Pick<StoredKey, 'scopes' | 'permissions'>): Permission[] =>
  inOrder([...permissionsOfScopes(scopes), ...permissions]);

const COLUMNS = `k.id, k.tenant_id as "tenantId", k.name, k.prefix, k.scopes, k.permissions, k.source_apps as "sourceApps", k.expires_at as "expiresAt",
  k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt", k.created_at as "createdAt", k.created_by as "createdBy"`;

export async function keyByHash(db: Database, hash: Buffer): Promise<KeyWithTenant | undefined> {
  const [row] = await db.prepared<KeyWithTenant>(
    `select ${COLUMNS}, t.name as "tenantName", t.time_zone as "timeZone", t.modules
     from api_key k join tenant t on t.id = k.tenant_id where k.hash = $1`,
    [hash],
  );
  return row;
}

/** To the minute: a busy key must not become a row that every request writes. */
export async function noteUse(db: Session, tenantId: number, id: number): Promise<void> {
  await db.query(
    `update api_key set last_used_at = now() where tenant_id = $1 and id = $2
     and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [tenantId, id],
  );
}

export interface NewKey {
  readonly tenantId: number;
  readonly name: string;
  readonly prefix: string;
  readonly hash: Buffer;
  readonly scopes: readonly string[];
  readonly permissions: readonly string[];
  readonly sourceApps: readonly string[] | null;
  readonly expiresAt: string | null;
  readonly createdBy: string;
}

/** Undefined when that very key exists already. */
export async function insertKey(db: Session, key: NewKey): Promise<StoredKey | undefined> {
  const [row] = await db.query<StoredKey>(
    `insert into api_key as k (tenant_id, name, prefix, hash, scopes, source_apps, expires_at, created_by, permissions)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (hash) do nothing returning ${COLUMNS}`,
    [
      key.tenantId,
      key.name,
      key.prefix,
      key.hash,
      key.scopes,
      key.sourceApps,
      key.expiresAt,
      key.createdBy,
      key.permissions,
    ],
  );
  return row;
}

export const keysOf = (db: Session, tenantId: number): Promise<StoredKey[]> =>
  db.query<StoredKey>(`select ${COLUMNS} from api_key k where k.tenant_id = $1 order by k.id`, [tenantId]);

export async function revokeKey(db: Session, tenantId: number, id: number): Promise<StoredKey | undefined> {
  const [row] = await db.query<StoredKey>(
    `update api_key as k set revoked_at = coalesce(revoked_at, now()) where tenant_id = $1 and id = $2 returning ${COLUMNS}`,
    [tenantId, id],
  );
  return row;
}
