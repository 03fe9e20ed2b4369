import type { Session } from '../../platform/postgres/database.ts';

/** A named position in the change log. */
export interface StoredCursor {
  readonly key: string;
  readonly name: string;
  readonly entities: readonly string[] | null;
  readonly sourceApps: readonly string[] | null;
  readonly position: number;
  readonly leaseId: string | null;
  readonly leasePosition: number | null;
  readonly leaseUntil: number | null;
  readonly leaseBy: string | null;
  /** Remaining time of the lease; 0 without one. */
  readonly leaseMs: number;
  readonly lastLeaseId: string | null;
  readonly createdAt: number;
  readonly createdBy: string;
  /** The connector with whose key it was made. */
  readonly connectorId: number | null;
}

const COLUMNS = `key, name, entities, source_apps as "sourceApps", position, lease_id as "leaseId", lease_position as "leasePosition",
  lease_until as "leaseUntil", lease_by as "leaseBy", last_lease_id as "lastLeaseId", created_at as "createdAt", created_by as "createdBy",
  connector_id as "connectorId",
  case when lease_id is null then 0 else greatest(0, extract(epoch from lease_until - clock_timestamp()) * 1000) end::float8 as "leaseMs"`;

export interface NewCursor
  extends Pick<StoredCursor, 'key' | 'name' | 'entities' | 'sourceApps' | 'position' | 'createdBy' | 'connectorId'> {}

/** Undefined if the name is taken. */
export async function insertCursor(
  db: Session,
  tenantId: number,
  cursor: NewCursor,
): Promise<StoredCursor | undefined> {
  const [row] = await db.query<StoredCursor>(
    `insert into change_cursor (tenant_id, key, name, entities, source_apps, position, created_by, connector_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning ${COLUMNS}`,
    [
      tenantId,
      cursor.key,
      cursor.name,
      cursor.entities,
      cursor.sourceApps,
      cursor.position,
      cursor.createdBy,
      cursor.connectorId,
    ],
  );
  return row;
}

export const cursorsOf = (db: Session, tenantId: number): Promise<StoredCursor[]> =>
  db.query<StoredCursor>(`select ${COLUMNS} from change_cursor where tenant_id = $1 order by key`, [tenantId]);

export async function cursorByKey(
  db: Session,
  tenantId: number,
  key: string,
  hold: 'hold' | 'look' = 'look',
): Promise<StoredCursor | undefined> {
  const [row] = await db.query<StoredCursor>(
    `select ${COLUMNS} from change_cursor where tenant_id = $1 and key = $2 ${hold === 'hold' ? 'for update' : ''}`,
    [tenantId, key],
  );
  return row;
}

export interface Lease {
  readonly id: string;
  readonly position: number;
  readonly seconds: number;
  readonly by: string;
}

export async function keepLease(db: Session, tenantId: number, key: string, lease: Lease): Promise<StoredCursor> {
  const [row] = await db.query<StoredCursor>(
    `update change_cursor set lease_id = $3, lease_position = $4, lease_until = now() + $5 * interval '1 second', lease_by = $6
     where tenant_id = $1 and key = $2 returning ${COLUMNS}`,
    [tenantId, key, lease.id, lease.position, lease.seconds, lease.by],
  );
  if (!row) throw new Error('the cursor went while it was held');
  return row;
}

/** Advances the cursor, and records the lease that did it. */
export async function moveCursor(
  db: Session,
  tenantId: number,
  key: string,
  position: number,
  leaseId: string | null,
): Promise<void> {
  await db.query(
    `update change_cursor set position = $3, lease_id = null, lease_position = null, lease_until = null, lease_by = null,
       last_lease_id = coalesce($4, last_lease_id)
     where tenant_id = $1 and key = $2`,
    [tenantId, key, position, leaseId],
  );
}

export async function deleteCursor(db: Session, tenantId: number, key: string): Promise<void> {
  await db.query('delete from change_cursor where tenant_id = $1 and key = $2', [tenantId, key]);
}

/** What the quota of cursors counts. */
export const cursorQuota = {
  from: 'from change_cursor where tenant_id = $1',
  actor: 'created_by',
};
