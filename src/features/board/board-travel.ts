import { grouped } from '../../domain/grouped.ts';
import { roadMinutes, straightKm } from '../../engine/travel/estimate.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { visibleAssignmentsOf } from '../appointments/visible-assignments.ts';
import { sitesOf } from '../planning/travel-facts.ts';
import { boardAppointments } from './board-store.ts';
import type { TravelQuery } from './contract.ts';
import { type BoardLeg, legsAlong } from './travel-legs.ts';
import { homesOf, knownRoadMinutes } from './travel-store.ts';

/** GET /board/travel. */
export const travelIn = async (
  deps: HasDatabase,
  caller: Caller,
  window: TravelQuery,
): Promise<Record<string, unknown>> => ({
  legs: (await legsIn(deps, caller, window)).map(({ km: _, minutes, ...leg }) => ({
    ...leg,
    minutes: Math.round(minutes),
  })),
});

interface TravelledLeg extends Pick<BoardLeg, 'from' | 'to'> {
  readonly resourceNo: string;
  readonly minutes: number;
  readonly source: 'estimate' | 'roads';
  /** In a straight line. */
  readonly km: number;
}

/**
 * The travel between consecutive appointments of each resource, in a fixed number of statements. Times on roads are those that the router answered
 * before; all others are the estimate, so that a board of ten thousand legs does not wait for a router.
 */
export async function legsIn(deps: HasDatabase, caller: Caller, { start, end }: TravelQuery): Promise<TravelledLeg[]> {
  const { db } = deps;
  const all = (await boardAppointments(db, caller, { start, end, ids: null })).filter(({ isAllDay }) => !isAllDay);
  const visible = all.filter(({ hidden }) => !hidden).map(({ id }) => id);
  const [staff, sites] = await Promise.all([
    visibleAssignmentsOf(
      db,
      caller,
      all.map(({ id }) => id),
    ),
    sitesOf(db, caller.tenantId, visible),
  ]);
  const byId = new Map(all.map((each) => [each.id, each]));
  const stopsOf = grouped(staff, ({ appointmentId, resourceNo }) => [resourceNo, byId.get(appointmentId)]);
  // The legs from and to a home would tell where it is.
  const homes = caller.hidesLocations ? [] : await homesOf(db, caller.tenantId, [...stopsOf.keys()]);
  const homeOf = new Map(homes.map(({ resourceNo, lat, lon }) => [resourceNo, { lat, lon }]));
  const legs = [...stopsOf].flatMap(([resourceNo, own]) => {
    const stops = own.flatMap((stop) => (stop ? [{ ...stop, site: sites.get(stop.id) }] : []));
    stops.sort((a, b) => a.start - b.start || a.id - b.id);
    return legsAlong(stops, homeOf.get(resourceNo)).map((leg) => ({ ...leg, resourceNo }));
  });
  const roads = await knownRoadMinutes(
    db,
    caller.tenantId,
    legs.map(({ trip }) => trip),
  );
  return legs.map(({ resourceNo, from, to, trip }, i) => {
    const road = roads[i];
    const km = straightKm(trip.from.lat, trip.from.lon, trip.to.lat, trip.to.lon);
    return {
      resourceNo,
      from,
      to,
      minutes: road ?? roadMinutes(km),
      source: road === undefined ? 'estimate' : 'roads',
      km,
    };
  });
}
