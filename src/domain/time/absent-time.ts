import { dateOfDay, dayOfDate } from './day.ts';
import { clip, type Interval, totalLength } from './interval.ts';
import { dayOfZone, instantOfLocal } from './zone.ts';

/** From a first to a last day, both included. Where a part is set, the absence begins or ends in the middle of that day. */
export interface AbsentDays {
  readonly startDate: string;
  readonly endDate: string;
  /** 1: begins in the afternoon of its first day. */
  readonly startPart: number;
  /** 1: ends after the morning of its last day. */
  readonly endPart: number;
}

type Working = (window: Interval) => readonly Interval[];

const MINUTE_MS = 60_000;
const NOON_MS = 12 * 3_600_000;

/**
 * When the morning of a day ends: after one half of its working time, in elapsed time. So a half day is one half of what is worked on that day, also
 * in a late shift and on days on which clocks change, to the minute. A day without working time is halved at noon.
 */
export function middleOfDay(zone: string, date: string, rostered: Working): number {
  const working = rostered(dayOfZone(zone, date));
  const total = totalLength(working);
  if (total === 0) return instantOfLocal(zone, Date.parse(`${date}T00:00:00Z`) + NOON_MS);
  let left = total / 2;
  for (const { start, end } of working) {
    // At the end of the morning, not at the beginning of the afternoon: a break between them belongs to the second half.
    if (end - start >= left) return start + Math.floor(left / MINUTE_MS) * MINUTE_MS;
    left -= end - start;
  }
  throw new Error('one half is more than the whole');
}

/** The instants of an absence, on the clock of the resource. `rostered` is its working time without any absence. */
export function absentInterval(zone: string, days: AbsentDays, rostered: Working): Interval {
  const first = dayOfZone(zone, days.startDate);
  const last = dayOfZone(zone, days.endDate);
  return {
    start: days.startPart === 1 ? middleOfDay(zone, days.startDate, rostered) : first.start,
    end: days.endPart === 1 ? middleOfDay(zone, days.endDate, rostered) : last.end,
  };
}

/** The first and the last half day of an absence, counted from 1970-01-01: comparable without a zone. */
export const halvesOf = ({
  startDate,
  endDate,
  startPart,
  endPart,
}: AbsentDays): readonly [first: number, last: number] => [
  2 * dayOfDate(startDate) + (startPart === 1 ? 1 : 0),
  2 * dayOfDate(endDate) + (endPart === 1 ? 0 : 1),
];

export function shareHalfDay(a: AbsentDays, b: AbsentDays): boolean {
  const [firstOfA, lastOfA] = halvesOf(a);
  const [firstOfB, lastOfB] = halvesOf(b);
  return firstOfA <= lastOfB && firstOfB <= lastOfA;
}

/** Working days of an absence within some dates (both included), in halves: weekends, holidays and other days without working time do not count. */
export function workingDaysOf(
  zone: string,
  days: AbsentDays,
  rostered: Working,
  within: { readonly first: string; readonly last: string },
): number {
  const [first, last] = halvesOf(days);
  const from = Math.max(first, 2 * dayOfDate(within.first));
  const till = Math.min(last, 2 * dayOfDate(within.last) + 1);
  if (from > till) return 0;
  const start = dayOfZone(zone, dateOfDay(Math.floor(from / 2))).start;
  const end = dayOfZone(zone, dateOfDay(Math.floor(till / 2))).end;
  const working = rostered({ start, end });
  let halves = 0;
  for (let day = Math.floor(from / 2); 2 * day <= till; day++) {
    const own = Math.min(till, 2 * day + 1) - Math.max(from, 2 * day) + 1;
    if (clip(working, dayOfZone(zone, dateOfDay(day))).length > 0) halves += own;
  }
  return halves / 2;
}
