import { isKnown, type Place, roadMinutes, straightKm } from '../travel/estimate.ts';
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
 * memory. So a gap is eight numbers side by side, which is one line of the cache, and the gaps of a resource follow each other: the next line
 * is loading while this one is processed. Each resource has a piece of memory of its own, so that it can be rebuilt when the
 * resource changes while the others stay.
 */
export class Gaps {
  readonly working: Stretches;
  /** Days on which not all of it may be booked, in order. */
  readonly limits: readonly LimitedDay[];
  readonly #records: Float64Array;
  readonly #direct: Float64Array;
  readonly #count: number;

  constructor(working: Stretches, limits: readonly LimitedDay[], records: Float64Array, direct: Float64Array) {
    this.working = working;
    this.limits = limits;
    this.#direct = direct;
    this.#records = records;
    this.#count = records.length / GAP;
  }

  get count(): number {
    return this.#count;
  }

  from(gap: number): number {
    return this.#records[GAP * gap + FROM] as number;
  }

  till(gap: number): number {
    return this.#records[GAP * gap + TILL] as number;
  }

  /** When the stop before ends, on the same day; and where it is. NaN where there is none, or none whose place is known. */
  leaves(gap: number): number {
    return this.#records[GAP * gap + LEAVES] as number;
  }

  latBefore(gap: number): number {
    return this.#records[GAP * gap + LAT_BEFORE] as number;
  }

  lonBefore(gap: number): number {
    return this.#records[GAP * gap + LON_BEFORE] as number;
  }

  /** The same of the stop after it: when it begins, and where. */
  due(gap: number): number {
    return this.#records[GAP * gap + DUE] as number;
  }

  latAfter(gap: number): number {
    return this.#records[GAP * gap + LAT_AFTER] as number;
  }

  lonAfter(gap: number): number {
    return this.#records[GAP * gap + LON_AFTER] as number;
  }

  /** Minutes on the road from the stop before, or home, straight to the one after, or home; 0 where an end is not known. */
  directMinutes(gap: number): number {
    return this.#direct[gap] as number;
  }

  placeBefore(gap: number): Place {
    return { lat: this.latBefore(gap), lon: this.lonBefore(gap) };
  }

  placeAfter(gap: number): Place {
    return { lat: this.latAfter(gap), lon: this.lonAfter(gap) };
  }

  /** The first gap that ends after a minute. */
  firstAfter(minute: number): number {
    return firstReaching(minute + 1, this.#count, GAP, this.#records, TILL);
  }
}

const GAP = 8;
const FROM = 0;
const TILL = 1;
const LEAVES = 2;
const LAT_BEFORE = 3;
const LON_BEFORE = 4;
const DUE = 5;
const LAT_AFTER = 6;
const LON_AFTER = 7;

/** Stops are sorted by their start and may overlap. `offsetAt` returns the minutes by which the resource's wall clock is ahead of UTC. */
export function gapsBetween(
  working: Stretches,
  stops: readonly Stop[],
  home: Place,
  offsetAt: (minute: number) => number,
  limits: readonly LimitedDay[] = [],
): Gaps {
  const records = new Float64Array(GAP * (working.count + stops.length));
  const direct = new Float64Array(working.count + stops.length);
  const dayOf = (minute: number): number => Math.floor((minute + offsetAt(minute)) / DAY_MINUTES);
  let at = 0;
  let next = 0;
  /** The latest end so far, and whose it is. */
  let busyTill = Number.NEGATIVE_INFINITY;
  let last: Stop | undefined;
  const add = (from: number, till: number): void => {
    const day = dayOf(from);
    const after = stops[next];
    const before = last && isKnown(last) && dayOf(last.till - 1) === day ? last : NO_STOP;
    const coming = after && isKnown(after) && dayOf(after.from) === day ? after : NO_STOP;
    records[at + FROM] = from;
    records[at + TILL] = till;
    records[at + LEAVES] = before.till;
    records[at + LAT_BEFORE] = before.lat;
    records[at + LON_BEFORE] = before.lon;
    records[at + DUE] = coming.from;
    records[at + LAT_AFTER] = coming.lat;
    records[at + LON_AFTER] = coming.lon;
    direct[at / GAP] = minutesBetween(before === NO_STOP ? home : before, coming === NO_STOP ? home : coming);
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
  return new Gaps(working, limits, records.slice(0, at), direct.slice(0, at / GAP));
}

const NO_STOP: Stop = { from: Number.NaN, till: Number.NaN, lat: Number.NaN, lon: Number.NaN };
const minutesBetween = (a: Place, b: Place): number =>
  isKnown(a) && isKnown(b) ? roadMinutes(straightKm(a.lat, a.lon, b.lat, b.lon)) : 0;
