import type { Leg, Trip } from '../../domain/travel.ts';
import { inMetres, inSeconds } from '../../engine/routing/travel-table.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import type { Tenant } from './load-facts.ts';
import { spelled } from './travel-facts.ts';

/** Legs of the plan that the road router was asked for, kept for the rule travelTooShort. */

export interface TenantWithoutRoads extends Tenant {
  readonly seen: number;
}

/** Tenants whose plan is up to date and has changed since the router was asked. */
export const tenantsWithoutRoads = (db: Session): Promise<TenantWithoutRoads[]> =>
  db.query(
    `select t.id as "tenantId", t.time_zone as "timeZone", p.seen from plan_state p join tenant t on t.id = p.tenant_id
     where p.roads_seen < p.seen and p.rebuilt_to is null order by t.id`,
  );

interface LegRow {
  readonly id: number;
  readonly fromLat: number;
  readonly fromLon: number;
  readonly toLat: number;
  readonly toLon: number;
}

export interface MissingLeg extends Trip {
  /** The appointment that is travelled from. */
  readonly appointmentId: number;
}

/**
 * Legs between consecutive appointments of the days from yesterday on that nobody asked for. One that the router did not answer is asked for
 * again after an hour.
 */
export async function missingLegs(
  db: Session,
  tenantId: number,
  now: Date,
  days: number,
  limit: number,
): Promise<MissingLeg[]> {
  const rows = await db.query<LegRow>(
    `select v.appointment_id as id, v.latitude as "fromLat", v.longitude as "fromLon", v.to_latitude as "toLat", v.to_longitude as "toLon"
     from (
       select m.appointment_id, m."end", m.latitude, m.longitude, lead(m.start) over next as next_start,
         lead(m.latitude) over next as to_latitude, lead(m.longitude) over next as to_longitude
       from resource_plan m
       where m.tenant_id = $1 and not m.is_all_day and m.start > $2::timestamptz - interval '1 day'
         and m.start < $2::timestamptz + make_interval(days => $3)
       window next as (partition by m.resource_id order by m.start, m.appointment_id)
     ) v
     where v.next_start >= v."end" and v.next_start < v."end" + interval '12 hours'
       and (v.latitude, v.longitude) is distinct from (v.to_latitude, v.to_longitude)
       and v.latitude is not null and v.to_latitude is not null
       and not exists (
         select from road_leg l
         where l.tenant_id = $1 and l.from_latitude = ${spelled('v.latitude')} and l.from_longitude = ${spelled('v.longitude')}
           and l.to_latitude = ${spelled('v.to_latitude')} and l.to_longitude = ${spelled('v.to_longitude')}
           and (l.seconds is not null or l.at > $2::timestamptz - interval '1 hour'))
     order by v."end" limit $4`,
    [tenantId, now.toISOString(), days, limit],
  );
  return rows.map(({ id, fromLat, fromLon, toLat, toLon }) => ({
    appointmentId: id,
    from: { lat: fromLat, lon: fromLon },
    to: { lat: toLat, lon: toLon },
  }));
}

export async function storeLegs(
  tx: Transaction,
  tenantId: number,
  now: Date,
  legs: readonly (Trip & { readonly leg: Leg | undefined })[],
): Promise<void> {
  const rows = legs.map(({ from, to, leg }) => ({
    fromLat: from.lat,
    fromLon: from.lon,
    toLat: to.lat,
    toLon: to.lon,
    seconds: leg ? inSeconds(leg.minutes) : null,
    metres: leg ? inMetres(leg.km) : null,
  }));
  await tx.query(
    `insert into road_leg (tenant_id, from_latitude, from_longitude, to_latitude, to_longitude, seconds, metres, at)
     select distinct on (2, 3, 4, 5) $1::integer, ${['fromLat', 'fromLon', 'toLat', 'toLon'].map((name) => spelled(`w."${name}"`)).join(', ')},
       w.seconds, w.metres, $3::timestamptz
     from json_to_recordset($2) as w("fromLat" double precision, "fromLon" double precision, "toLat" double precision,
       "toLon" double precision, seconds integer, metres integer)
     order by 2, 3, 4, 5, w.seconds nulls last
     on conflict (tenant_id, from_latitude, from_longitude, to_latitude, to_longitude) do update
       set seconds = excluded.seconds, metres = excluded.metres, at = excluded.at`,
    [tenantId, JSON.stringify(rows), now.toISOString()],
  );
}

export async function noteRoadsSeen(db: Session, tenantId: number, seen: number): Promise<void> {
  await db.query('update plan_state set roads_seen = greatest(roads_seen, $2) where tenant_id = $1', [tenantId, seen]);
}
