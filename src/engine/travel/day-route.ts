import type { Leg, Trip } from '../../domain/travel.ts';
import { inMetres, inSeconds } from '../routing/travel-table.ts';
import { type Place, roadKm, roadMinutes, straightKm } from './estimate.ts';
import type { TravelSource } from './source.ts';

/** The way from one place to the next. */
export interface Travel {
  readonly metres: number;
  readonly seconds: number;
  /** By the straight line, and not by road. */
  readonly estimated: boolean;
}

export interface DayRoute {
  /** In order. `travel` is the way from the place before; null where either is not known. */
  readonly stops: readonly { readonly appointmentId: number; readonly travel: Travel | null }[];
  /** The way home from the last stop. */
  readonly back: Travel | null;
  readonly metres: number;
  readonly seconds: number;
  /** Whether any of it is estimated. */
  readonly estimated: boolean;
}

export interface DayStop {
  readonly id: number;
  /** `hidden`: the reader may not know of the stop; the ways to it and from it would tell where it is. */
  readonly place: Place | 'hidden' | null;
}

/**
 * From home to all stops in their order, and home. A stop without coordinates is skipped: its distance is unknown. After a hidden one
 * it is unknown where the resource comes from.
 */
function tripsOf(home: Place | null, stops: readonly DayStop[]): (Trip | null)[] {
  let at = home;
  const trips = stops.map(({ place }): Trip | null => {
    const to = place === 'hidden' ? null : place;
    const trip = at && to ? { from: at, to } : null;
    at = place === 'hidden' ? null : (place ?? at);
    return trip;
  });
  const isOut = stops.some(({ place }) => place !== null);
  return [...trips, isOut && at && home ? { from: at, to: home } : null];
}

function travelOn({ from, to }: Trip, known: Leg | undefined): Travel {
  const straight = known ? 0 : straightKm(from.lat, from.lon, to.lat, to.lon);
  return {
    metres: inMetres(known?.km ?? roadKm(straight)),
    seconds: inSeconds(known?.minutes ?? roadMinutes(straight)),
    estimated: known === undefined,
  };
}

function routeAlong(stops: readonly DayStop[], travels: readonly (Travel | null)[]): DayRoute {
  const sum = (of: 'metres' | 'seconds'): number => travels.reduce((total, travel) => total + (travel?.[of] ?? 0), 0);
  return {
    stops: stops.flatMap(({ id, place }, i) =>
      place === 'hidden' ? [] : [{ appointmentId: id, travel: travels[i] ?? null }],
    ),
    back: travels[stops.length] ?? null,
    metres: sum('metres'),
    seconds: sum('seconds'),
    estimated: travels.some((travel) => travel?.estimated),
  };
}

/** By the straight line: quick enough for everybody at once. */
export const estimatedRoute = (home: Place | null, stops: readonly DayStop[]): DayRoute =>
  routeAlong(
    stops,
    tripsOf(home, stops).map((trip) => trip && travelOn(trip, undefined)),
  );

/** The legs of a route between known locations, in order. */
export const legsToDrive = (home: Place | null, stops: readonly DayStop[]): Trip[] =>
  tripsOf(home, stops).filter((trip) => trip !== null);

/** By road, where the length of a leg is known: `legs` in the order of `legsToDrive`. The estimate holds for the others. */
export function roadRoute(
  home: Place | null,
  stops: readonly DayStop[],
  legs: readonly (Leg | undefined)[],
): DayRoute & { source: TravelSource } {
  let driven = 0;
  const travels = tripsOf(home, stops).map((trip) => trip && travelOn(trip, legs[driven++]));
  const known = legs.filter((leg) => leg !== undefined).length;
  return {
    ...routeAlong(stops, travels),
    source: known === 0 ? 'estimate' : known === driven ? 'roads' : 'mixed',
  };
}
