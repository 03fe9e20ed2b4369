import type { Trip } from '../../domain/travel.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { placeSql } from '../geocoding/geocode-store.ts';
import { spelled } from '../planning/travel-facts.ts';

const home = placeSql('Resource', 'r');

/** Where resources start and end their days. Those without a known home are left out. */
export const homesOf = (
  db: Session,
  tenantId: number,
  numbers: readonly string[],
): Promise<{ resourceNo: string; lat: number; lon: number }[]> =>
  db.query(
    `select r.resource_no as "resourceNo", ${home.lat} as lat, ${home.lon} as lon from resource r ${home.join}
     where r.tenant_id = $1 and r.resource_no = any($2) and ${home.lat} is not null and ${home.lon} is not null`,
    [tenantId, numbers],
  );

/** The minutes of trips by road, as the router answered before; undefined for others. The router is not asked. */
export async function knownRoadMinutes(
  db: Session,
  tenantId: number,
  trips: readonly Trip[],
): Promise<(number | undefined)[]> {
  const found = await db.query<{ at: number; seconds: number }>(
    `select wanted.at, l.seconds
     from unnest($2::float8[], $3::float8[], $4::float8[], $5::float8[])
       with ordinality as wanted(from_lat, from_lon, to_lat, to_lon, at)
     join road_leg l on l.tenant_id = $1 and l.from_latitude = ${spelled('wanted.from_lat')}
       and l.from_longitude = ${spelled('wanted.from_lon')} and l.to_latitude = ${spelled('wanted.to_lat')}
       and l.to_longitude = ${spelled('wanted.to_lon')}
     where l.seconds is not null`,
    [
      tenantId,
      trips.map(({ from }) => from.lat),
      trips.map(({ from }) => from.lon),
      trips.map(({ to }) => to.lat),
      trips.map(({ to }) => to.lon),
    ],
  );
  const seconds = new Map(found.map((row) => [row.at - 1, row.seconds]));
  return trips.map((_, i) => {
    const known = seconds.get(i);
    return known === undefined ? undefined : known / 60;
  });
}
