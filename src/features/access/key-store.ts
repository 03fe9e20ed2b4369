import { inOrder, type Permission, permissionsOfScopes } from '../../domain/permissions.ts';
import type { Database, Session, Transaction } from '../../platform/postgres/database.ts';

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
  readonly lastUsedAddress: string | null;
  /** Networks that it may be used from; null is everywhere. */
  readonly ipRanges: readonly string[] | null;
  /** The key whose place it takes. */
  readonly replaces: number | null;
  /** The only connector whose routes it may use. */
  readonly connectorId: number | null;
  readonly createdAt: number;
  readonly createdBy: string;
}

export interface KeyWithTenant extends StoredKey {
  readonly tenantName: string;
  readonly timeZone: string;
  readonly modules: readonly string[];
  readonly newestChange: number;
  readonly hasHolds: boolean;
}

/** All that a key may do. */
export const permissionsOfKey = ({ scopes, permissions }: Pick<StoredKey, 'scopes' | 'permissions'>): Permission[] =>
  inOrder([...permissionsOfScopes(scopes), ...permissions]);

const COLUMNS = `k.id, k.tenant_id as "tenantId", k.name, k.prefix, k.scopes, k.permissions, k.source_apps as "sourceApps", k.expires_at as "expiresAt",
  k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt", k.last_used_address as "lastUsedAddress",
  k.ip_ranges as "ipRanges", k.replaces, k.connector_id as "connectorId", k.created_at as "createdAt", k.created_by as "createdBy"`;

export async function keyByHash(db: Database, hash: Buffer): Promise<KeyWithTenant | undefined> {
  const [row] = await db.prepared<KeyWithTenant>(
    `select ${COLUMNS}, t.name as "tenantName", t.time_zone as "timeZone", t.modules, t.change_seq as "newestChange",
       exists (select from hold h where h.tenant_id = k.tenant_id) as "hasHolds"
     from api_key k join tenant t on t.id = k.tenant_id where k.hash = $1`,
    [hash],
  );
  return row;
}

/** That of an IPv6 address with a zone. */
const LONGEST_ADDRESS = 64;

/** To the minute: a busy key must not become a row that every request writes. */
export async function noteUse(db: Session, tenantId: number, id: number, address: string | undefined): Promise<void> {
  await db.query(
    `update api_key set last_used_at = now(), last_used_address = $3 where tenant_id = $1 and id = $2
     and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [tenantId, id, address?.slice(0, LONGEST_ADDRESS) ?? null],
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
  readonly ipRanges: readonly string[] | null;
  readonly connectorId: number | null;
  readonly replaces: number | null;
  readonly createdBy: string;
}

/** Undefined when that very key exists already. */
export async function insertKey(db: Session, key: NewKey): Promise<StoredKey | undefined> {
  const [row] = await db.query<StoredKey>(
    `insert into api_key as k (tenant_id, name, prefix, hash, scopes, source_apps, expires_at, created_by, permissions,
       ip_ranges, connector_id, replaces)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (hash) do nothing returning ${COLUMNS}`,
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
      key.ipRanges,
      key.connectorId,
      key.replaces,
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

/** The key, which nobody else changes until the transaction ends. */
export async function holdKey(tx: Transaction, tenantId: number, id: number): Promise<StoredKey | undefined> {
  const [row] = await tx.query<StoredKey>(
    `select ${COLUMNS} from api_key k where k.tenant_id = $1 and k.id = $2 for update`,
    [tenantId, id],
  );
  return row;
}

/** The key that took the place of another and was not revoked. */
export async function replacementOf(db: Session, tenantId: number, id: number): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>(
    'select id from api_key where tenant_id = $1 and replaces = $2 and revoked_at is null',
    [tenantId, id],
  );
  return row?.id;
}

/** Ends a key no later than at a moment. The administrators know that it was replaced: they get one more reminder, on the last day. */
export async function endKeyAt(tx: Transaction, tenantId: number, id: number, at: Date): Promise<void> {
  await tx.query(
    `update api_key set expires_at = least(coalesce(expires_at, $3), $3), reminded_days = least(coalesce(reminded_days, 7), 7)
     where tenant_id = $1 and id = $2`,
    [tenantId, id, at],
  );
}

export async function setRanges(
  tx: Transaction,
  tenantId: number,
  id: number,
  ipRanges: readonly string[] | null,
): Promise<StoredKey | undefined> {
  const [row] = await tx.query<StoredKey>(
    `update api_key as k set ip_ranges = $3 where tenant_id = $1 and id = $2 returning ${COLUMNS}`,
    [tenantId, id, ipRanges],
  );
  return row;
}

/** The connector with an id, as far as keys need it. */
export async function connectorOf(
  db: Session,
  tenantId: number,
  id: number,
): Promise<{ readonly sourceApp: string } | undefined> {
  const [row] = await db.query<{ sourceApp: string }>(
    'select source_app as "sourceApp" from connector where tenant_id = $1 and id = $2',
    [tenantId, id],
  );
  return row;
}
