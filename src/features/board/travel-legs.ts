import type { Site } from '../../domain/travel.ts';
import { LONGEST_PAUSE_MS } from '../../domain/violations/travel-too-short.ts';

/** An appointment of a resource. Without a site nothing is known about the travel to and from it. */
export interface Stop {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly site: Site | undefined;
}

/** Travel from one appointment to the next; null is the home of the resource. */
export interface BoardLeg {
  readonly from: number | null;
  readonly to: number | null;
  readonly trip: { readonly from: Site; readonly to: Site };
}

/** The legs of a resource. `stops` are ascending by start. A pause of 12 hours or more is a night, which is spent at home. */
export function legsAlong(stops: readonly Stop[], home: Site | undefined): BoardLeg[] {
  const legs: BoardLeg[] = [];
  const add = (from: number | null, to: number | null, start: Site | undefined, end: Site | undefined): void => {
    if (start && end) legs.push({ from, to, trip: { from: start, to: end } });
  };
  let last: Stop | undefined;
  for (const stop of stops) {
    const pause = last === undefined ? Number.POSITIVE_INFINITY : stop.start - last.end;
    if (pause >= LONGEST_PAUSE_MS) {
      if (last) add(last.id, null, last.site, home);
      add(null, stop.id, home, stop.site);
    } else if (last && pause >= 0) add(last.id, stop.id, last.site, stop.site);
    // Of overlapping appointments the one that ends last is left.
    if (!last || stop.end >= last.end) last = stop;
  }
  if (last) add(last.id, null, last.site, home);
  return legs;
}
