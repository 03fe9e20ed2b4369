import type { Site } from '../../domain/travel.ts';
import { LONGEST_PAUSE_MS } from '../../domain/violations/travel-too-short.ts';
import type { ConsecutiveStops } from '../../engine/plan/plan-violations.ts';
import { LONGEST_ROAD } from '../../engine/travel/estimate.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { placeSql } from '../geocoding/geocode-store.ts';

/** What the rule travelTooShort has to know, for whole sets. Each is one statement; those on rows of this transaction fix their order. */

const site = placeSql('Job', 'j');

/** Where appointments are: the site of their job. Those whose location is unknown are left out. */
export async function sitesOf(
  db: Session,
  tenantId: number,
  appointments: readonly number[],
): Promise<ReadonlyMap<number, Site>> {
  const rows = await db.query<{ id: number; lat: number; lon: number }>(
    `select a.id, ${site.lat} as lat, ${site.lon} as lon
     from appointment a
     join task t on t.tenant_id = a.tenant_id and t.id = a.task_id
     join job j on j.tenant_id = t.tenant_id and j.id = t.job_id
     ${site.join}
     where a.tenant_id = $1 and a.id = any($2) and ${site.lat} is not null and ${site.lon} is not null`,
    [tenantId, appointments],
  );
  return new Map(rows.map(({ id, lat, lon }) => [id, { lat, lon }]));
}

const OWN = `unnest($2::bigint[]) as wanted(id)
  cross join lateral (
    select m.appointment_id, m.resource_id, m.start, m."end", m.latitude, m.longitude from resource_plan m
    where m.tenant_id = $1 and m.appointment_id = wanted.id and not m.is_all_day offset 0
  ) m`;

/** The appointments right before these, of each of their resources, as the plan has them. */
export const departuresBefore = async (
  db: Session,
  tenantId: number,
  appointments: readonly number[],
): Promise<number[]> =>
  (
    await db.query<{ id: number }>(
      `select distinct o.appointment_id as id
       from ${OWN}
       cross join lateral (
         select o.appointment_id from resource_plan o
         where o.tenant_id = $1 and o.resource_id = m.resource_id and o.start <= m.start
           and (o.start, o.appointment_id) < (m.start, m.appointment_id) and not o.is_all_day
         order by o.start desc, o.appointment_id desc limit 1
       ) o`,
      [tenantId, appointments],
    )
  ).map(({ id }) => id);

/** A coordinate as `road_leg` spells it. */
export const spelled = (degrees: string): string => `round((${degrees})::numeric * 100000)::integer`;

const DEGREES = 'sqrt((n.latitude - m.latitude) ^ 2 + (n.longitude - m.longitude) ^ 2)';
/** A pause that no estimate fills: most pauses of a day. They are left out where no road is known. */
export const IS_SHORT = `n.start - m."end" < interval '1 minute' * (1 + ${LONGEST_ROAD.start} + ${LONGEST_ROAD.perDegree} * ${DEGREES})`;

/**
 * The appointments right after these, of each of their resources, where both locations are known and the pause between them may be too short for
 * the travel.
 */
export async function consecutiveStops(
  db: Session,
  tenantId: number,
  departures: readonly number[],
): Promise<ConsecutiveStops[]> {
  if (departures.length === 0) return [];
  const rows = await db.query<FlatStops>(
    `select m.resource_id as "resourceId", p.task_id as "taskId", m.appointment_id as "fromId", m.start as "fromStart", m."end" as "fromEnd",
       m.latitude as "fromLat", m.longitude as "fromLon", n.appointment_id as "toId", n.start as "toStart", n."end" as "toEnd",
       n.latitude as "toLat", n.longitude as "toLon", l.seconds, l.metres
     from ${OWN}
     cross join lateral (select from resource r where r.tenant_id = $1 and r.id = m.resource_id and not r.bulk_planning offset 0) r
     cross join lateral (
       select n.appointment_id, n.start, n."end", n.latitude, n.longitude from resource_plan n
       where n.tenant_id = $1 and n.resource_id = m.resource_id and n.start >= m.start
         and (n.start, n.appointment_id) > (m.start, m.appointment_id) and not n.is_all_day
       order by n.start, n.appointment_id limit 1
     ) n
     left join lateral (
       select l.seconds, l.metres from road_leg l
       where l.tenant_id = $1 and l.from_latitude = ${spelled('m.latitude')} and l.from_longitude = ${spelled('m.longitude')}
         and l.to_latitude = ${spelled('n.latitude')} and l.to_longitude = ${spelled('n.longitude')} and l.seconds is not null offset 0
     ) l on true
     cross join lateral (
       select p.task_id from appointment_plan p where p.tenant_id = $1 and p.appointment_id = n.appointment_id offset 0
     ) p
     where m.latitude is not null and n.latitude is not null and n.start >= m."end"
       and n.start - m."end" < interval '${LONGEST_PAUSE_MS} ms' and (l.seconds is not null or ${IS_SHORT})`,
    [tenantId, departures],
  );
  return rows.map((row) => ({
    resourceId: row.resourceId,
    taskId: row.taskId,
    earlier: { id: row.fromId, start: row.fromStart, end: row.fromEnd, lat: row.fromLat, lon: row.fromLon },
    later: { id: row.toId, start: row.toStart, end: row.toEnd, lat: row.toLat, lon: row.toLon },
    road: row.seconds === null ? undefined : { seconds: row.seconds, metres: row.metres ?? 0 },
  }));
}

interface FlatStops {
  readonly resourceId: number;
  /** What has a location has a task. */
  readonly taskId: number;
  readonly fromId: number;
  readonly fromStart: number;
  readonly fromEnd: number;
  readonly fromLat: number;
  readonly fromLon: number;
  readonly toId: number;
  readonly toStart: number;
  readonly toEnd: number;
  readonly toLat: number;
  readonly toLon: number;
  readonly seconds: number | null;
  readonly metres: number | null;
}
