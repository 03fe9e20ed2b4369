import { setImmediate as breathe } from 'node:timers/promises';
import type { Leg, Roads } from '../../domain/travel.ts';
import type { TravelTable } from '../../engine/routing/model.ts';
import { type Place, Ruler, roadKm, roadMinutes } from '../../engine/travel/estimate.ts';
import type { TravelSource } from '../../engine/travel/source.ts';

/** Ways as numbers, so that threads share one table. */
export interface TravelData {
  readonly places: number;
  /** From * places + to. */
  readonly seconds: Int32Array;
  readonly metres: Int32Array;
}

/** What is known about ways between places. */
export interface Ways {
  readonly source: TravelSource;
  leg(from: Place, to: Place): Leg | undefined;
}

export const estimatedWays: Ways = { source: 'estimate', leg: () => undefined };

/** A table of all with all grows with the square: beyond so many places a service of roads would be asked for too long. */
const MOST_PLACES_BY_ROAD = 150;
const ROADS_MS = 30_000;
/** How long a table is worked on before others get their turn. */
const TURN_MS = 5;

/** Real roads where a service knows them and the places are few enough; the estimate holds for the rest. */
export async function waysBetween(roads: Roads | undefined, places: readonly Place[]): Promise<Ways> {
  if (!roads || places.length > MOST_PLACES_BY_ROAD) return estimatedWays;
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

/** Whole minutes: nobody makes an appointment for 9:43:17. */
export const inSeconds = (minutes: number): number => Math.ceil(minutes) * 60;
export const inMetres = (km: number): number => Math.round(km * 1000);

/** In turns: the process that does this also answers requests. */
export async function travelData(places: readonly Place[], ways: Ways): Promise<TravelData> {
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

/** Locations whose travel times are computed on demand: few queries do not need the whole table. */
export interface SpotData {
  readonly spots: readonly Place[];
}

export const travelTable = (data: TravelData | SpotData): TravelTable =>
  'spots' in data ? estimated(data) : tabled(data);

function estimated({ spots }: SpotData): TravelTable {
  const rulers = spots.map((spot) => new Ruler(spot));
  const straight = (from: number, to: number): number => {
    const spot = spots[from];
    return spot && from !== to ? (rulers[to]?.straightKm(spot.lat, spot.lon) ?? 0) : 0;
  };
  return {
    places: spots.length,
    seconds: (from, to) => inSeconds(roadMinutes(straight(from, to))),
    metres: (from, to) => inMetres(roadKm(straight(from, to))),
  };
}

const tabled = ({ places, seconds, metres }: TravelData): TravelTable => ({
  places,
  seconds: (from, to) => seconds[from * places + to] ?? 0,
  metres: (from, to) => metres[from * places + to] ?? 0,
});
