import { foldKey } from '../../domain/natural-key.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { HasRoads } from '../../domain/travel.ts';
import { type DayStop, estimatedRoute, legsToDrive, roadRoute } from '../../engine/travel/day-route.ts';
import type { Place } from '../../engine/travel/estimate.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { lastChange } from '../../records/storage/change-log.ts';
import { visibleAssignmentsOf } from '../appointments/visible-assignments.ts';
import { categoriesOf } from '../board/board-store.ts';
import { bringUpToDate } from '../planning/bring-up-to-date.ts';
import { findResource } from '../planning/find-resource.ts';
import { nameOf, resourcesIn } from '../planning/shown-resources.ts';
import type { MapQuery, RouteQuery } from './contract.ts';
import {
  locationsOfResources,
  openTaskLocations,
  pinsOf,
  type ResourceLocation,
  type Visit,
  visitsIn,
} from './map-store.ts';

const MOST_TASKS = 2000;
/** How long the roads of a route are waited for before the estimate holds. */
const ROADS_MS = 5000;

/** GET /map: where everybody is and goes on a day, and what is still to be planned, in a fixed number of statements. */
export async function mapIn(
  deps: HasDatabase & HasClock & HasStatistics,
  caller: Caller,
  query: MapQuery,
): Promise<Record<string, unknown>> {
  const window = { start: query.start, end: query.end };
  const { tenantId } = caller;
  // First of all: a client that continues from here gets changes made during this read again.
  const change = await lastChange(deps.db, tenantId);
  await bringUpToDate(deps, caller);
  const { resources } = await resourcesIn(deps, caller, query);
  const [places, all, tasks, categories, pins] = await Promise.all([
    locationsOfResources(deps.db, tenantId, idsOf(resources), window),
    visitsIn(deps.db, caller, { ...window, resources: null }),
    openTaskLocations(deps.db, caller, { now: deps.now(), limit: MOST_TASKS }),
    categoriesOf(deps.db, tenantId),
    pinsOf(deps.db, tenantId),
  ]);
  const staff = await visibleAssignmentsOf(deps.db, caller, idsOf(all));
  const visits = all.filter(({ hidden }) => !hidden);
  const visitorsOf = new Map(all.map(({ id }) => [id, new Map<number, string>()]));
  for (const { appointmentId, resourceId, resourceNo } of staff)
    visitorsOf.get(appointmentId)?.set(resourceId, resourceNo);
  const stopsOf = new Map<number, DayStop[]>(resources.map(({ id }) => [id, []]));
  for (const visit of all)
    for (const resourceId of visitorsOf.get(visit.id)?.keys() ?? []) stopsOf.get(resourceId)?.push(stopOf(visit));
  const placesBy = new Map(places.map((place) => [place.id, place]));
  const moment = (instant: number): string => formatInstant(caller.timeZone, instant);
  return {
    start: moment(window.start),
    end: moment(window.end),
    timeZone: caller.timeZone,
    change,
    resources: resources.map((resource) => {
      const place = placesBy.get(resource.id);
      const home = homeOf(caller, place);
      return {
        id: resource.id,
        resourceNo: String(resource['resourceNo']),
        name: nameOf(resource),
        teamName: resource['teamName'] ?? resource['teamCode'] ?? null,
        pin: resource['pin'] ?? null,
        home: shown(home),
        seen:
          caller.hidesLocations || place?.seenLat == null || place.seenLon == null || place.seenAt === null
            ? null
            : { latitude: place.seenLat, longitude: place.seenLon, at: moment(place.seenAt) },
        ...estimatedRoute(home, stopsOf.get(resource.id) ?? []),
      };
    }),
    appointments: visits.map(({ lat, lon, hidden: _hidden, ...visit }) => ({
      ...visit,
      start: moment(visit.start),
      end: moment(visit.end),
      place: shown(placeOf({ lat, lon })),
      resources: [...(visitorsOf.get(visit.id)?.values() ?? [])],
    })),
    tasks: tasks.map(({ lat, lon, total: _total, placeless: _placeless, due, ...task }) => ({
      ...task,
      due: due === null ? null : moment(due),
      place: shown(placeOf({ lat, lon })),
    })),
    openTasks: tasks[0]?.total ?? 0,
    openTasksWithoutPlace: tasks[0]?.placeless ?? 0,
    categories,
    pins,
    locations: !caller.hidesLocations,
  };
}

/** GET /resource/{resourceNo}/route: the day of one resource in its order, on real roads where a service knows them. */
export async function routeOf(
  deps: HasDatabase & HasRoads,
  caller: Caller,
  resourceNo: string,
  window: RouteQuery,
  gone: AbortSignal,
): Promise<Record<string, unknown>> {
  const resource = await findResource(deps, caller, resourceNo);
  const own = [foldKey([String(resource['resourceNo'])])];
  const [[place], visits] = await Promise.all([
    locationsOfResources(deps.db, caller.tenantId, [resource.id], window),
    visitsIn(deps.db, caller, { ...window, resources: own }),
  ]);
  const home = homeOf(caller, place);
  const stops = visits.map(stopOf);
  const signal = AbortSignal.any([gone, AbortSignal.timeout(ROADS_MS)]);
  const legs = (await deps.roads?.legs(legsToDrive(home, stops), signal)) ?? [];
  return {
    resourceNo: String(resource['resourceNo']),
    start: formatInstant(caller.timeZone, window.start),
    end: formatInstant(caller.timeZone, window.end),
    home: shown(home),
    ...roadRoute(home, stops, legs),
  };
}

/** Null where it is hidden from the caller: then the legs from and to it are unknown as well. */
const homeOf = ({ hidesLocations }: Caller, place: ResourceLocation | undefined): Place | null =>
  place && !hidesLocations ? placeOf(place) : null;
const idsOf = (records: readonly { readonly id: number }[]): number[] => records.map(({ id }) => id);
const placeOf = (at: { readonly lat: number | null; readonly lon: number | null }): Place | null =>
  at.lat === null || at.lon === null ? null : { lat: at.lat, lon: at.lon };
const stopOf = (visit: Visit): DayStop => ({ id: visit.id, place: visit.hidden ? 'hidden' : placeOf(visit) });
const shown = (place: Place | null) => place && { latitude: place.lat, longitude: place.lon };
