import type { HasRoads } from '../../domain/travel.ts';
import { type DayStop, legsToDrive, roadRoute, type Travel } from '../../engine/travel/day-route.ts';
import type { Place } from '../../engine/travel/estimate.ts';
import type { DayVisit } from './my-day-store.ts';

/** How long roads are waited for before the estimate holds. */
const ROADS_MS = 3000;

export interface TravelOfDay {
  /** The way to a visit, by the id of its appointment. */
  readonly to: ReadonlyMap<number, Travel | null>;
  readonly back: Travel | null;
}

type Located = { readonly lat: number | null; readonly lon: number | null };
const placeOf = ({ lat, lon }: Located): Place | null => (lat === null || lon === null ? null : { lat, lon });
const stopOf = (visit: DayVisit): DayStop => ({ id: visit.id, place: visit.hidden ? 'hidden' : placeOf(visit) });

/** From home along the visits of each day, and home: everybody knows where they live. */
export async function visitTravel(
  deps: HasRoads,
  resource: Located | undefined,
  days: readonly (readonly DayVisit[])[],
  gone: AbortSignal,
): Promise<TravelOfDay[]> {
  const home = resource ? placeOf(resource) : null;
  const trips = days.map((visits) => legsToDrive(home, visits.map(stopOf)));
  const signal = AbortSignal.any([gone, AbortSignal.timeout(ROADS_MS)]);
  const all = trips.flat();
  const legs = all.length === 0 ? [] : ((await deps.roads?.legs(all, signal)) ?? []);
  let driven = 0;
  return days.map((visits, day) => {
    const count = trips[day]?.length ?? 0;
    const { stops, back } = roadRoute(home, visits.map(stopOf), legs.slice(driven, driven + count));
    driven += count;
    return { to: new Map(stops.map(({ appointmentId, travel }) => [appointmentId, travel])), back };
  });
}
