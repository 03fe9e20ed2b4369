import type { Session, Transaction } from '../../platform/postgres/database.ts';

interface NewPosition {
  readonly tenantId: number;
  readonly resourceId: number;
  readonly resourceNo: string;
  readonly key: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly at: string;
  readonly actor: string;
}

/** A position of the resource, and the note that it was shared. A back office may have sent one of the same moment: that one stays. */
export const insertPosition = (tx: Transaction, position: NewPosition): Promise<unknown> =>
  tx.query(
    `with added as (
       insert into resource_gps_tracking (tenant_id, key, resource_id, resource_no, latitude, longitude, date, created_by, updated_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict (tenant_id, key) do nothing returning id
     )
     insert into shared_position (tenant_id, position_id, resource_id, at) select $1, id, $3, $7::timestamptz from added`,
    [
      ...[position.tenantId, position.key, position.resourceId, position.resourceNo],
      ...[position.latitude, position.longitude, position.at, position.actor],
    ],
  );

/** When a resource shared its last position (epoch ms). */
export async function lastShared(tx: Transaction, tenantId: number, resourceId: number): Promise<number | null> {
  const [row] = await tx.query<{ at: number }>(
    'select at from shared_position where tenant_id = $1 and resource_id = $2 order by at desc limit 1',
    [tenantId, resourceId],
  );
  return row?.at ?? null;
}

const KEPT_HOURS = 24;

/** Deletes shared positions that are older than a day, of one tenant or of all. */
export async function deleteSharedPositions(db: Session, now: number, tenantId: number | null): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `with old as (
       delete from shared_position where at < to_timestamp($1::double precision / 1000) - make_interval(hours => $2)
         and ($3::integer is null or tenant_id = $3) returning tenant_id, position_id
     ), gone as (
       delete from resource_gps_tracking t using old where t.tenant_id = old.tenant_id and t.id = old.position_id returning 1
     ) select count(*) as count from gone`,
    [now, KEPT_HOURS, tenantId],
  );
  return row?.count ?? 0;
}
