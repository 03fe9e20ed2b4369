import { setImmediate as breathe } from 'node:timers/promises';
import type { Leg, Roads } from '../../domain/travel.ts';
import { inMetres, inSeconds, type TravelData } from '../../engine/routing/travel-table.ts';
import { type Place, Ruler, roadKm, roadMinutes } from '../../engine/travel/estimate.ts';
import type { TravelSource } from '../../engine/travel/source.ts';

/** What is known about ways between places. */
export interface TravelTimes {
  readonly source: TravelSource;
  leg(from: Place, to: Place): Leg | undefined;
}

export const estimatedTravelTimes: TravelTimes = { source: 'estimate', leg: () => undefined };

/** A table of all with all grows with the square: beyond so many places a service of roads would be asked for too long. */
const MOST_PLACES_BY_ROAD = 150;
const ROADS_MS = 30_000;
/** How long a table is worked on before others get their turn. */
const TURN_MS = 5;

/** Real roads where a service knows them and the places are few enough; the estimate holds for the rest. */
export async function travelTimesBetween(roads: Roads | undefined, places: readonly Place[]): Promise<TravelTimes> {
  if (!roads || places.length > MOST_PLACES_BY_ROAD) return estimatedTravelTimes;
  const ways = places.flatMap((from) => places.filter((to) => to !== from).map((to) => ({ from, to })));
  const legs = await roads.legs(ways, AbortSignal.timeout(ROADS_MS));
  const known = new Map(ways.map(({ from, to }, i) => [nameOf(from, to), legs[i]]));
  const found = legs.filter((leg) => leg !== undefined).length;
  return {
    source: found === ways.length ? 'roads' : found === 0 ? 'estimate' : 'mixed',
    leg: (from, to) => known.get(nameOf(from, to)),
  };
}

const nameOf = (from: Place, to: Place): string => `${from.lat},${from.lon}>${to.lat},${to.lon}`;

/** In turns: the process that does this also answers requests. */
export async function travelData(places: readonly Place[], ways: TravelTimes): Promise<TravelData> {
  const count = places.length;
  const seconds = new Int32Array(new SharedArrayBuffer(4 * count * count));
  const metres = new Int32Array(new SharedArrayBuffer(4 * count * count));
  const rulers = places.map((place) => new Ruler(place));
  let turn = performance.now();
  for (const [a, from] of places.entries()) {
    for (const [b, to] of places.entries()) {
      if (a === b) continue;
      const known = ways.leg(from, to);
      const straight = known ? 0 : (rulers[b]?.straightKm(from.lat, from.lon) ?? 0);
      seconds[a * count + b] = inSeconds(known?.minutes ?? roadMinutes(straight));
      metres[a * count + b] = inMetres(known?.km ?? roadKm(straight));
    }
    if (performance.now() - turn < TURN_MS) continue;
    await breathe();
    turn = performance.now();
  }
  return { places: count, seconds, metres };
}
