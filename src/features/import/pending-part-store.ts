import type { Session, Transaction } from '../../platform/postgres/database.ts';

export interface PendingPartRow {
  readonly id: number;
  readonly entity: string;
  readonly waitsFor: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly updatedAt: number;
  readonly expiresAt: number;
}

const SHOWN = `id, entity, waits_for as "waitsFor", fields, created_at as "createdAt", created_by as "createdBy", updated_at as "updatedAt",
  expires_at as "expiresAt"`;

/** A key that is limited to source systems reaches their parts, and those that belong to none. */
const REACHED = `($2::text[] is null or fields->>'sourceApp' is null or lower(fields->>'sourceApp') = any($2))`;

/** The parts of all kinds that wait, the newest first. */
export async function pendingPartsOf(
  db: Session,
  tenantId: number,
  sourceApps: readonly string[] | null,
  { entity, limit, offset }: { readonly entity: string | null; readonly limit: number; readonly offset: number },
): Promise<{ total: number; parts: PendingPartRow[] }> {
  const values = [tenantId, sourceApps, entity];
  const which = `tenant_id = $1 and attached_id is null and ${REACHED} and ($3::text is null or entity = $3)`;
  const [counted] = await db.query<{ total: number }>(
    `select count(*) as total from pending_part where ${which}`,
    values,
  );
  const parts = await db.query<PendingPartRow>(
    `select ${SHOWN} from pending_part where ${which} order by id desc limit $4 offset $5`,
    [...values, limit, offset],
  );
  return { total: counted?.total ?? 0, parts };
}

export async function deletePendingPart(
  db: Session,
  tenantId: number,
  sourceApps: readonly string[] | null,
  id: number,
): Promise<PendingPartRow | undefined> {
  const [row] = await db.query<PendingPartRow>(
    `delete from pending_part where tenant_id = $1 and id = $3 and attached_id is null and ${REACHED} returning ${SHOWN}`,
    [tenantId, sourceApps, id],
  );
  return row;
}

export async function tenantsWithExpiredParts(db: Session, now: Date): Promise<number[]> {
  const rows = await db.query<{ tenantId: number }>(
    'select distinct tenant_id as "tenantId" from pending_part where expires_at <= $1 order by 1',
    [now],
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Deletes what has expired; answers those that still waited. */
export const takeExpiredParts = (
  tx: Transaction,
  tenantId: number,
  now: Date,
): Promise<{ entity: string; fields: Readonly<Record<string, unknown>> }[]> =>
  tx.query(
    `with gone as (
       delete from pending_part where tenant_id = $1 and expires_at <= $2 returning id, entity, fields, attached_id
     ) select entity, fields from gone where attached_id is null order by id`,
    [tenantId, now],
  );
