import { isKnown, type Place, roadMinutes, straightKm } from '../travel/estimate.ts';
import { Places } from '../travel/places.ts';
import type { LimitedDay } from './day-limits.ts';
import { firstReaching, type Stretches } from './stretches.ts';

/** Something that a resource does: when, in minutes since the epoch, and where. */
export interface Stop {
  readonly from: number;
  readonly till: number;
  /** Degrees; NaN where it is not known. */
  readonly lat: number;
  readonly lon: number;
}

const DAY_MINUTES = 1440;

/**
 * The free time of one resource: what is left of its working time between its stops.
 *
 * A question looks at a hundred thousand gaps, each once, and does little with it: a good part of the cost is the transfer of the numbers from
 * memory. So a gap is 32 bytes side by side, and the gaps of a resource follow each other: the next line of the cache is loading while
 * this one is processed. Each resource has a piece of memory of its own, so that it can be rebuilt when the resource changes while the others stay.
 */
export class Gaps {
  readonly working: Stretches;
  /** Days on which not all of it may be booked, in order. */
  readonly limits: readonly LimitedDay[];
  readonly places: Places;
  /** The number of the resource's home among the places. */
  readonly home: number;
  /** For the one loop that looks at every gap: the numbers of a gap, `GAP` of them, by the fields below. */
  readonly records: Int32Array;
  readonly #direct: Float64Array;
  readonly #count: number;

  constructor(
    { working, limits, places, home }: Pick<Gaps, 'working' | 'limits' | 'places' | 'home'>,
    records: Int32Array,
  ) {
    this.working = working;
    this.limits = limits;
    this.places = places;
    this.home = home;
    this.records = records;
    this.#direct = new Float64Array(records.buffer);
    this.#count = records.length / GAP;
  }

  get count(): number {
    return this.#count;
  }

  from(gap: number): number {
    return this.records[GAP * gap + FROM] as number;
  }

  till(gap: number): number {
    return this.records[GAP * gap + TILL] as number;
  }

  /** When the stop before ends, on the same day. Far in the past where there is none, or none whose place is known: it takes no time from the gap. */
  leaves(gap: number): number {
    return this.records[GAP * gap + LEAVES] as number;
  }

  /** Number of the place of that stop; where there is none, of home. */
  before(gap: number): number {
    return this.records[GAP * gap + BEFORE] as number;
  }

  /** The same of the stop after it: when it begins, far in the future where there is none, and where. */
  due(gap: number): number {
    return this.records[GAP * gap + DUE] as number;
  }

  after(gap: number): number {
    return this.records[GAP * gap + AFTER] as number;
  }

  hasStopBefore(gap: number): boolean {
    return this.leaves(gap) !== NEVER_LEFT;
  }

  hasStopAfter(gap: number): boolean {
    return this.due(gap) !== NEVER_DUE;
  }

  /** Minutes on the road from the stop before, or home, straight to the one after, or home; 0 where an end is not known. */
  directMinutes(gap: number): number {
    return this.#direct[(GAP / 2) * gap + DIRECT] as number;
  }

  /** The first gap that ends after a minute. */
  firstAfter(minute: number): number {
    return firstReaching(minute + 1, this.#count, GAP, this.records, TILL);
  }
}

export const GAP = 8;
export const FROM = 0;
export const TILL = 1;
export const LEAVES = 2;
export const BEFORE = 3;
export const DUE = 4;
export const AFTER = 5;
/** The last two, as one number of 64 bits. */
const DIRECT = 3;

/** Millennia from any gap, and with the minutes of any leg still a number of 32 bits. */
const [NEVER_LEFT, NEVER_DUE] = [-2e9, 2e9];

/** Stops are sorted by their start and may overlap. `offsetAt` returns the minutes by which the resource's wall clock is ahead of UTC. */
export function gapsBetween(
  working: Stretches,
  stops: readonly Stop[],
  home: Place,
  offsetAt: (minute: number) => number,
  limits: readonly LimitedDay[] = [],
  places: Places = new Places(),
): Gaps {
  const records = new Int32Array(GAP * (working.count + stops.length));
  const direct = new Float64Array(records.buffer);
  const dayOf = (minute: number): number => Math.floor((minute + offsetAt(minute)) / DAY_MINUTES);
  let at = 0;
  let next = 0;
  /** The latest end so far, and whose it is. */
  let busyTill = Number.NEGATIVE_INFINITY;
  let last: Stop | undefined;
  const add = (from: number, till: number): void => {
    const day = dayOf(from);
    const after = stops[next];
    const before = last && isKnown(last) && dayOf(last.till - 1) === day ? last : undefined;
    const coming = after && isKnown(after) && dayOf(after.from) === day ? after : undefined;
    records[at + FROM] = from;
    records[at + TILL] = till;
    records[at + LEAVES] = before ? before.till : NEVER_LEFT;
    records[at + BEFORE] = places.numberOf(before ?? home);
    records[at + DUE] = coming ? coming.from : NEVER_DUE;
    records[at + AFTER] = places.numberOf(coming ?? home);
    direct[at / 2 + DIRECT] = minutesBetween(before ?? home, coming ?? home);
    at += GAP;
  };
  for (let stretch = 0; stretch < working.count; stretch++) {
    const closes = working.till(stretch);
    let free = working.from(stretch);
    for (let stop = stops[next]; stop && stop.from < closes; stop = stops[++next]) {
      free = Math.max(free, busyTill);
      if (free < stop.from) add(free, stop.from);
      if (stop.till > busyTill) {
        busyTill = stop.till;
        last = stop;
      }
    }
    free = Math.max(free, busyTill);
    if (free < closes) add(free, closes);
  }
  const facts = { working, limits, places, home: places.numberOf(home) };
  return new Gaps(facts, records.slice(0, at));
}

const minutesBetween = (a: Place, b: Place): number =>
  isKnown(a) && isKnown(b) ? roadMinutes(straightKm(a.lat, a.lon, b.lat, b.lon)) : 0;
