import type { Layout } from '../layout/layout.ts';

/** In plans that are not small, a task is tried next to so many of the nearest visits: beyond, a place is hardly ever the best. */
export const NEAREST = 80;

/** Of each unit: what the longest way to or from one of the nearest others costs. */
export function reachesOf({ points, point, units, near, nearCount }: Layout): Float64Array {
  const pointOf = (unit: number): number => point[units.first[unit] as number] as number;
  return Float64Array.from({ length: units.count }, (_, unit) => {
    const row = pointOf(unit) * points.count;
    let longest = 0;
    for (let at = unit * nearCount, stop = at + Math.min(NEAREST, nearCount); at < stop; at++) {
      const way = row + pointOf(near[at] as number);
      longest = Math.max(longest, points.cost[way] as number, points.costTo[way] as number);
    }
    return longest;
  });
}
