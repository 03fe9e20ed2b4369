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
export interface Gaps {
  readonly count: number;
  readonly from: Int32Array;
  readonly till: Int32Array;
  /** The stop before the gap on the same day, and the one after it. */
  readonly before: Neighbours;
  readonly after: Neighbours;
  /** Day on the resource's clock. */
  readonly day: Int32Array;
  /** Free minutes, and working minutes, before each gap; one entry more than gaps. */
  readonly freeBefore: Int32Array;
  readonly workBefore: Int32Array;
}

/** Stops beside gaps; NaN degrees where there is none, or none whose place is known. */
export interface Neighbours {
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
  const freeBefore = new Int32Array(most + 1);
  const workBefore = new Int32Array(most + 1);
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
    freeBefore[count + 1] = (freeBefore[count] as number) + end - start;
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
  measureWork(working, from, count, workBefore);
  return { count, from, till, before, after, day, freeBefore, workBefore };
}

const dayOf = (minute: number, offsetAt: (minute: number) => number): number =>
  Math.floor((minute + offsetAt(minute)) / DAY_MINUTES);

/** Working minutes before each gap, and in all. */
function measureWork(working: readonly Interval[], from: Int32Array, count: number, workBefore: Int32Array): void {
  let sum = 0;
  let gap = 0;
  for (const { start, end } of working) {
    const opens = Math.ceil(start / MINUTE_MS);
    const closes = Math.floor(end / MINUTE_MS);
    while (gap < count && (from[gap] as number) < closes) {
      workBefore[gap] = sum + Math.max(0, (from[gap] as number) - opens);
      gap++;
    }
    sum += Math.max(0, closes - opens);
  }
  while (gap <= count) workBefore[gap++] = sum;
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
