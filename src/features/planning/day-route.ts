import type { Leg, Roads, Way } from '../../domain/travel.ts';
import { inMetres, inSeconds } from '../../engine/routing/travel-table.ts';
import { type Place, roadKm, roadMinutes, straightKm } from '../../engine/travel/estimate.ts';
import type { TravelSource } from '../../engine/travel/source.ts';

/** The way from one place to the next. */
export interface Travel {
  readonly metres: number;
  readonly seconds: number;
}

export interface DayRoute {
  /** In order. `travel` is the way from the place before; null where either is not known. */
  readonly stops: readonly { readonly appointmentId: number; readonly travel: Travel | null }[];
  /** The way home from the last stop. */
  readonly back: Travel | null;
  readonly metres: number;
  readonly seconds: number;
}

export interface DayStop {
  readonly id: number;
  readonly place: Place | null;
}

/** From home to all stops in their order, and home. A stop without coordinates is skipped: its distance is unknown. */
function waysOf(home: Place | null, stops: readonly DayStop[]): (Way | null)[] {
  let at = home;
  const ways = stops.map(({ place }): Way | null => {
    const way = at && place ? { from: at, to: place } : null;
    at = place ?? at;
    return way;
  });
  const isOut = stops.some(({ place }) => place !== null);
  return [...ways, isOut && at && home ? { from: at, to: home } : null];
}

function travelOn({ from, to }: Way, known: Leg | undefined): Travel {
  const straight = known ? 0 : straightKm(from.lat, from.lon, to.lat, to.lon);
  return {
    metres: inMetres(known?.km ?? roadKm(straight)),
    seconds: inSeconds(known?.minutes ?? roadMinutes(straight)),
  };
}

function routeAlong(stops: readonly DayStop[], travels: readonly (Travel | null)[]): DayRoute {
  const sum = (of: keyof Travel): number => travels.reduce((total, travel) => total + (travel?.[of] ?? 0), 0);
  return {
    stops: stops.map(({ id }, i) => ({ appointmentId: id, travel: travels[i] ?? null })),
    back: travels[stops.length] ?? null,
    metres: sum('metres'),
    seconds: sum('seconds'),
  };
}

/** By the straight line: quick enough for everybody at once. */
export const estimatedRoute = (home: Place | null, stops: readonly DayStop[]): DayRoute =>
  routeAlong(
    stops,
    waysOf(home, stops).map((way) => way && travelOn(way, undefined)),
  );

/** On real roads, where a service knows them. It is asked a leg at a time, so for one resource only. */
export async function roadRoute(
  roads: Roads | undefined,
  home: Place | null,
  stops: readonly DayStop[],
  signal: AbortSignal,
): Promise<DayRoute & { source: TravelSource }> {
  const ways = waysOf(home, stops);
  const driven = ways.filter((way) => way !== null);
  const legs = (await roads?.legs(driven, signal)) ?? [];
  const legOf = new Map(driven.map((way, i) => [way, legs[i]]));
  const known = legs.filter((leg) => leg !== undefined).length;
  return {
    ...routeAlong(
      stops,
      ways.map((way) => way && travelOn(way, legOf.get(way))),
    ),
    source: known === 0 ? 'estimate' : known === driven.length ? 'roads' : 'mixed',
  };
}
