import type { Interval } from '../../domain/time/interval.ts';

/** Something that a resource does: when, in minutes since the epoch, and where. */
export interface Stop {
  readonly from: number;
  readonly till: number;
  /** Degrees; NaN where it is not known. */
  readonly lat: number;
  readonly lon: number;
}

export const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/**
 * The free time of one resource: what is left of its working time between its stops. Columns instead of objects, because a request looks
 * at a hundred thousand gaps.
 */
export interface Gaps extends Stretches {
  /** The stop before the gap on the same day, and the one after it. */
  readonly before: Neighbours;
  readonly after: Neighbours;
  /** Day on the resource's clock. */
  readonly day: Int32Array;
  readonly working: Stretches;
}

/** Stretches of time in order, with the minutes in those before each. */
export interface Stretches {
  readonly count: number;
  readonly from: Int32Array;
  readonly till: Int32Array;
  readonly sum: Int32Array;
}

/** Stops beside gaps; NaN degrees where there is none, or none whose place is known. */
interface Neighbours {
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  /** When the stop before ends; when the one after begins. */
  readonly minute: Int32Array;
}

function neighbours(count: number): Neighbours {
  const nowhere = (): Float64Array => new Float64Array(count).fill(Number.NaN);
  return { lat: nowhere(), lon: nowhere(), minute: new Int32Array(count) };
}

function keep({ lat, lon, minute }: Neighbours, gap: number, stop: Stop, at: number): void {
  if (Number.isNaN(stop.lat) || Number.isNaN(stop.lon)) return;
  lat[gap] = stop.lat;
  lon[gap] = stop.lon;
  minute[gap] = at;
}

/**
 * Working time comes in ms and is laid out in whole minutes: a part of a minute is not enough for anything. Stops are sorted by their start and
 * may overlap. `offsetAt` tells the minutes by which the resource's wall clock is ahead of UTC.
 */
export function gapsBetween(
  working: readonly Interval[],
  stops: readonly Stop[],
  offsetAt: (minute: number) => number,
): Gaps {
  const most = working.length + stops.length;
  const [from, till, day] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
  const [before, after] = [neighbours(most), neighbours(most)];
  const sum = new Int32Array(most);
  let count = 0;
  let next = 0;
  /** The latest end so far, and whose it is. */
  let busyTill = Number.NEGATIVE_INFINITY;
  let last = -1;
  const add = (start: number, end: number): void => {
    const local = Math.floor((start + offsetAt(start)) / DAY_MINUTES);
    from[count] = start;
    till[count] = end;
    day[count] = local;
    const [left, right] = [stops[last], stops[next]];
    if (left && dayOf(left.till - 1, offsetAt) === local) keep(before, count, left, left.till);
    if (right && dayOf(right.from, offsetAt) === local) keep(after, count, right, right.from);
    if (count > 0) sum[count] = (sum[count - 1] as number) + (till[count - 1] as number) - (from[count - 1] as number);
    count++;
  };
  for (const { start, end } of working) {
    const opens = Math.ceil(start / MINUTE_MS);
    const closes = Math.floor(end / MINUTE_MS);
    let at = opens;
    while (next < stops.length && (stops[next] as Stop).from < closes) {
      const stop = stops[next] as Stop;
      at = Math.max(at, busyTill);
      if (at < stop.from) add(at, stop.from);
      if (stop.till > busyTill) {
        busyTill = stop.till;
        last = next;
      }
      next++;
    }
    at = Math.max(at, busyTill);
    if (at < closes) add(at, closes);
  }
  return { count, from, till, before, after, day, sum, working: stretchesOf(working) };
}

const dayOf = (minute: number, offsetAt: (minute: number) => number): number =>
  Math.floor((minute + offsetAt(minute)) / DAY_MINUTES);

function stretchesOf(intervals: readonly Interval[]): Stretches {
  const count = intervals.length;
  const [from, till, sum] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  let minutes = 0;
  for (const [at, { start, end }] of intervals.entries()) {
    from[at] = Math.ceil(start / MINUTE_MS);
    till[at] = Math.max(from[at] as number, Math.floor(end / MINUTE_MS));
    sum[at] = minutes;
    minutes += (till[at] as number) - (from[at] as number);
  }
  return { count, from, till, sum };
}

/** Minutes of the stretches before a minute. */
export function minutesBefore({ count, from, till, sum }: Stretches, minute: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((from[middle] as number) < minute) low = middle + 1;
    else high = middle;
  }
  const last = low - 1;
  return last < 0 ? 0 : (sum[last] as number) + Math.min(till[last] as number, minute) - (from[last] as number);
}

/** The first gap that ends after a minute. */
export function firstGapAfter({ count, till }: Gaps, minute: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((till[middle] as number) <= minute) low = middle + 1;
    else high = middle;
  }
  return low;
}
