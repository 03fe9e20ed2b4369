import { dateOfInstant, dayOfZone } from '../../domain/time/zone.ts';
import type { HasRoads, Leg } from '../../domain/travel.ts';
import { type DayStop, legsToDrive, roadRoute, type Travel } from '../../engine/travel/day-route.ts';
import type { Place } from '../../engine/travel/estimate.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { type CardResource, type StopOfDay, stopsOfDay } from './job-card-store.ts';

/** How long roads are waited for before the estimate holds. */
const ROADS_MS = 3000;

interface CardTravel extends Travel {
  /** The other end. */
  readonly from: 'home' | 'appointment';
  readonly subject: string | null;
  readonly city: string | null;
}

export interface TravelAround {
  readonly before: CardTravel | null;
  readonly after: CardTravel | null;
}

interface Day {
  readonly home: Place | null;
  readonly stops: readonly StopOfDay[];
  readonly trips: ReturnType<typeof legsToDrive>;
}

const placeOf = ({ lat, lon }: { readonly lat: number | null; readonly lon: number | null }): Place | null =>
  lat === null || lon === null ? null : { lat, lon };
const stopOf = (stop: StopOfDay): DayStop => ({ id: stop.id, place: stop.hidden ? 'hidden' : placeOf(stop) });

/**
 * How each resource comes to an appointment and where it goes then, on the day of the appointment. The way from home would show where somebody lives:
 * those who may not see homes do not see it.
 */
export async function travelAround(
  deps: HasDatabase & HasRoads,
  caller: Caller,
  appointment: { readonly id: number; readonly start: number },
  resources: readonly CardResource[],
  gone: AbortSignal,
): Promise<ReadonlyMap<number, TravelAround>> {
  const date = dateOfInstant(caller.timeZone, appointment.start);
  const ids = resources.map(({ id }) => id);
  const stops = await stopsOfDay(deps.db, caller, ids, dayOfZone(caller.timeZone, date));
  const days = resources.map((resource): Day => {
    const own = stops.filter(({ resourceId }) => resourceId === resource.id);
    const home = caller.hidesLocations ? null : placeOf(resource);
    return { home, stops: own, trips: legsToDrive(home, own.map(stopOf)) };
  });
  const trips = days.flatMap((day) => day.trips);
  const signal = AbortSignal.any([gone, AbortSignal.timeout(ROADS_MS)]);
  const legs = trips.length === 0 ? [] : ((await deps.roads?.legs(trips, signal)) ?? []);
  let driven = 0;
  return new Map(
    days.map((day, i) => {
      const own = legs.slice(driven, driven + day.trips.length);
      driven += day.trips.length;
      return [ids[i] ?? 0, aroundStop(day, own, appointment.id)];
    }),
  );
}

function aroundStop({ home, stops }: Day, legs: readonly (Leg | undefined)[], id: number): TravelAround {
  const { stops: shown, back } = roadRoute(home, stops.map(stopOf), legs);
  const travelTo = new Map(shown.map(({ appointmentId, travel }) => [appointmentId, travel]));
  const at = stops.findIndex((stop) => stop.id === id);
  // A stop without coordinates is passed over: the way leads from the last known one.
  const next = stops.slice(at + 1).find((stop) => stop.hidden || placeOf(stop));
  const before = stops.slice(0, Math.max(at, 0)).findLast((stop) => stop.hidden || placeOf(stop));
  const shownStop = (travel: Travel | null | undefined, stop: StopOfDay | undefined): CardTravel | null =>
    !travel || at < 0 || stop?.hidden
      ? null
      : {
          ...travel,
          from: stop ? 'appointment' : 'home',
          subject: stop?.subject ?? null,
          city: stop?.city ?? null,
        };
  const isPlaced = at >= 0 && stops[at] !== undefined && placeOf(stops[at]) !== null;
  return {
    before: shownStop(travelTo.get(id), before),
    after: isPlaced ? shownStop(next ? travelTo.get(next.id) : back, next) : null,
  };
}
