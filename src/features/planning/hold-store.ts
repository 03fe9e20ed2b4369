import type { Session, Transaction } from '../../platform/postgres/database.ts';
import { appointmentOverlaps, momentOf } from '../../platform/postgres/time-window.ts';
import type { Viewer } from '../../records/reading/visibility.ts';
import { andVisible, binder } from '../../records/reading/visible-rows.ts';

export interface SlotTime {
  readonly resourceId: number;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
}

/**
 * Requests for a slot of a resource take turns, on all nodes: the lock is held until the transaction ends, so that who comes next
 * sees what the one before has done. Two appointments may well overlap (a planner may want it so): it is slots that may not.
 */
export async function lockSlots(tx: Transaction, tenantId: number, resourceId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('slots of ' || $1::text || '/' || $2::text, 0))`, [
    tenantId,
    resourceId,
  ]);
}

/** The same for many. They are taken in the order of their ids, so that two who want some of the same do not wait for each other. */
export async function lockSlotsOfAll(tx: Transaction, tenantId: number, resources: readonly number[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('slots of ' || $1::text || '/' || r.id::text, 0))
     from (select distinct id from unnest($2::bigint[]) id order by id) r`,
    [tenantId, resources],
  );
}

/** Whether the resource is gone or hidden from the caller, or taken then: by an appointment, or by a hold under another token. */
export async function isTaken(
  tx: Transaction,
  caller: Viewer,
  { resourceId, start, end }: SlotTime,
  own: Buffer,
  now: Date,
): Promise<boolean> {
  const values: unknown[] = [caller.tenantId, resourceId, start, end, own, now];
  const visible = andVisible(caller, 'Resource', 'resource', binder(values));
  const [row] = await tx.query<{ taken: boolean }>(
    `select not exists (select from resource where tenant_id = $1 and id = $2 and not do_not_show${visible})
       or exists (
         select from assignment s join appointment a on a.tenant_id = s.tenant_id and a.id = s.owner_id
         join resource r on r.tenant_id = s.tenant_id and r.id = s.resource_id
         where s.tenant_id = $1 and s.resource_id = $2 and not r.bulk_planning
           and ${appointmentOverlaps('a', momentOf('$3'), momentOf('$4'))})
       or exists (
         select from hold h join resource r on r.tenant_id = h.tenant_id and r.id = h.resource_id
         where h.tenant_id = $1 and h.resource_id = $2 and not r.bulk_planning and h.expires_at > $6 and h.token_digest <> $5
           and h.start < to_timestamp($4::double precision / 1000) and h."end" > to_timestamp($3::double precision / 1000)) as taken`,
    values,
  );
  return row?.taken ?? true;
}

export interface Hold {
  readonly id: number;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Holds a slot, or holds it longer. */
export async function keepHold(
  tx: Transaction,
  tenantId: number,
  slot: SlotTime,
  hold: { readonly digest: Buffer; readonly expiresAt: Date; readonly actor: string },
): Promise<Hold> {
  const [row] = await tx.query<Hold>(
    `insert into hold (tenant_id, resource_id, start, "end", expires_at, actor, token_digest)
     values ($1, $2, to_timestamp($3::double precision / 1000), to_timestamp($4::double precision / 1000), $5, $6, $7)
     on conflict (tenant_id, token_digest) do update set expires_at = excluded.expires_at, actor = excluded.actor
     returning id, expires_at as "expiresAt"`,
    [tenantId, slot.resourceId, slot.start, slot.end, hold.expiresAt, hold.actor, hold.digest],
  );
  if (!row) throw new Error('a hold was not stored');
  return row;
}

export async function dropHold(db: Session, tenantId: number, digest: Buffer): Promise<boolean> {
  const rows = await db.query(`delete from hold where tenant_id = $1 and token_digest = $2 returning id`, [
    tenantId,
    digest,
  ]);
  return rows.length > 0;
}

/** Holds that have run out are not seen by anybody; this takes them out of the table. */
export async function sweepHolds(db: Session, now: Date): Promise<void> {
  await db.query(`delete from hold where expires_at <= $1`, [now]);
}

/** What the quota of holds counts. */
export const holdQuota = {
  from: 'from hold where tenant_id = $1 and expires_at > $3',
  actor: 'actor',
};
