import { DAY_MS, type Day, weekdayOf } from './time/day.ts';
import type { Interval } from './time/interval.ts';
import { firstInstantAt } from './time/zone.ts';

/** What was set for a resource and a date. */
export interface SetCapacity {
  readonly capacityInSeconds: number | null;
  readonly quantity: number | null;
  /** Hours of one unit. */
  readonly unitOfMeasureConversion: number | null;
}

const HOUR_MS = 3_600_000;

/**
 * What a resource can take on a day, in ms: what was set in seconds, else what was set as a quantity, else its working time. A quantity in
 * a unit of unknown length says nothing, unless it is none; back offices send 0 for a conversion they do not know.
 */
export function capacityOfDay(set: SetCapacity | undefined, workingMs: number): number {
  if (set === undefined) return workingMs;
  if (set.capacityInSeconds !== null) return Math.max(0, set.capacityInSeconds * 1000);
  if (set.quantity === 0) return 0;
  return set.quantity !== null && set.unitOfMeasureConversion
    ? Math.max(0, set.quantity * set.unitOfMeasureConversion * HOUR_MS)
    : workingMs;
}

export type BucketSize = 'day' | 'week';

/** Days from the first to before the end. */
export interface Bucket {
  readonly from: Day;
  readonly end: Day;
}

/** ISO weeks begin on Monday; the first and the last hold no more days than the window. */
export function bucketsOf({ from, end }: Bucket, size: BucketSize): Bucket[] {
  const buckets: Bucket[] = [];
  for (let at = from; at < end; ) {
    const next = Math.min(end, size === 'day' ? at + 1 : at + 8 - weekdayOf(at));
    buckets.push({ from: at, end: next });
    at = next;
  }
  return buckets;
}

/** When the days from the first to the end begin in a zone, the end included: one more than there are days. */
export const beginningsOfDays = (zone: string, { from, end }: Bucket): number[] =>
  Array.from({ length: end - from + 1 }, (_, i) => firstInstantAt(zone, (from + i - 2) * DAY_MS, (from + i) * DAY_MS));

/** Adds to each day the length of what falls into it. Parts are sorted and do not overlap. */
export function addPerDay(perDay: number[], beginnings: readonly number[], parts: readonly Interval[]): void {
  for (const { start, end } of parts)
    for (let i = lastNotAfter(beginnings, start); i < perDay.length && (beginnings[i] as number) < end; i++) {
      const [from, till] = [beginnings[i] as number, beginnings[i + 1] as number];
      perDay[i] = (perDay[i] as number) + Math.max(0, Math.min(end, till) - Math.max(start, from));
    }
}

function lastNotAfter(sorted: readonly number[], instant: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= instant) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
