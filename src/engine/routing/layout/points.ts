import type { Problem } from '../model.ts';
import type { Routes } from './routes.ts';

/**
 * Ways between points. Points are the places, in an order in which neighbours follow each other: most ways that are asked for are to places nearby,
 * and then they stand side by side in a table that does not fit the cache. Then comes one that is no way from anywhere, then the places from
 * which somebody commutes in his own time: as far as the place itself, but no time away. Every table is kept in both directions: the loop asks for all ways to one point, and
 * reading a column of a large table would miss the cache each time.
 */
export interface Points {
  readonly count: number;
  readonly nowhere: number;
  /** Of each place. */
  readonly of: Int32Array;
  readonly seconds: Int32Array;
  readonly secondsTo: Int32Array;
  readonly cost: Float64Array;
  readonly costTo: Float64Array;
  /** Whether every way costs the same in both directions. */
  readonly isSymmetric: boolean;
  /** Only where somebody may not drive as far as he likes. */
  readonly metres: Int32Array;
  /** Of each route. */
  readonly start: Int32Array;
  readonly end: Int32Array;
}

export function pointsOf({ travel, weights }: Problem, routes: Routes): Points {
  const nowhere = travel.places;
  const placeOf = inRows(travel);
  const of = new Int32Array(travel.places);
  placeOf.forEach((place, point) => {
    of[place] = point;
  });
  placeOf.push(-1);
  const commutes = new Map<number, number>();
  const pointOf = (place: number | undefined, freely: boolean): number => {
    if (place === undefined) return nowhere;
    if (!freely) return of[place] as number;
    const known = commutes.get(place);
    if (known !== undefined) return known;
    commutes.set(place, placeOf.length);
    return placeOf.push(place) - 1;
  };
  const start = Int32Array.from(routes.days, ({ day }) => pointOf(day.startLocation, day.commutesFreely ?? false));
  const end = Int32Array.from(routes.days, ({ day }) => pointOf(day.endLocation, day.commutesFreely ?? false));

  const count = placeOf.length;
  const seconds = new Int32Array(count * count);
  const secondsTo = new Int32Array(count * count);
  const cost = new Float64Array(count * count);
  const costTo = new Float64Array(count * count);
  const isLimited = routes.maxMetres.some((most) => most < Number.POSITIVE_INFINITY);
  const metres = new Int32Array(isLimited ? count * count : 0);
  for (let from = 0; from < count; from++)
    for (let to = 0; to < count; to++) {
      const [a, b] = [placeOf[from] ?? -1, placeOf[to] ?? -1];
      if (a < 0 || b < 0) continue;
      const takes = travel.seconds(a, b);
      const length = travel.metres(a, b);
      const price = (length / 1000) * weights.travelKm + (takes / 3600) * weights.travelHour;
      const isCommute = from > nowhere || to > nowhere;
      seconds[from * count + to] = secondsTo[to * count + from] = isCommute ? 0 : takes;
      cost[from * count + to] = costTo[to * count + from] = price;
      if (isLimited) metres[from * count + to] = length;
    }
  // One table for both directions where they do not differ: half the memory, and half of what misses the cache.
  const isSymmetric = cost.every((price, way) => price === costTo[way]);
  const isAsQuick = seconds.every((takes, way) => takes === secondsTo[way]);
  return {
    count,
    nowhere,
    of,
    seconds,
    secondsTo: isAsQuick ? seconds : secondsTo,
    cost,
    costTo: isSymmetric ? cost : costTo,
    isSymmetric,
    metres,
    start,
    end,
  };
}

/** All places, each followed by the nearest of those that are left. */
function inRows({ places, seconds }: Problem['travel']): number[] {
  const left = Array.from({ length: places }, (_, place) => place);
  const row: number[] = [];
  for (let at = 0; left.length > 0; ) {
    const place = left[at] as number;
    left[at] = left.at(-1) as number;
    left.pop();
    row.push(place);
    let nearest = Number.POSITIVE_INFINITY;
    for (let other = 0; other < left.length; other++) {
      const takes = seconds(place, left[other] as number);
      if (takes < nearest) [nearest, at] = [takes, other];
    }
  }
  return row;
}
