import { type Calendar, hoursOfDay } from './calendar.ts';
import { DAY_MS, type Day, dayOfDate, dayOfLocal } from './day.ts';
import { append, type Interval } from './interval.ts';
import { dateOfInstant, END_OF_DAYS, firstInstantAt, localOfInstant, offsetStretches } from './zone.ts';

/** A calendar that a resource follows from its first to its last day, both included. */
export interface AssignedCalendar {
  readonly code: string;
  readonly from: Day;
  readonly till: Day;
  readonly calendar: Calendar;
}

/** When a resource works. */
export interface WorkingRules {
  readonly zone: string;
  readonly assigned: readonly AssignedCalendar[];
  /** For days without an assigned calendar: the tenant's default. */
  readonly fallback: Calendar;
  readonly inService: Interval;
}

const MINUTE = 60_000;

/**
 * The instants of the window at which the resource's wall clock stands within the hours of the day it shows. Said this way, nothing
 * about daylight saving is left to decide: a skipped hour has no instants and an hour that comes twice has twice as many, a day that
 * the zone skipped is empty, and 00:00 to 24:00 is exactly the day.
 *
 * Between two changes of the offset wall clock and instants differ by a constant, so days are laid out without asking the zone.
 */
export function workingTime(rules: WorkingRules, window: Interval): Interval[] {
  const start = Math.max(window.start, rules.inService.start);
  const end = Math.min(window.end, rules.inService.end);
  const calendarOn = calendarsByDay(rules);
  const working: Interval[] = [];
  for (const stretch of offsetStretches(rules.zone, start, end)) {
    const lastDay = dayOfLocal(stretch.end - 1 + stretch.offset);
    for (let day = dayOfLocal(stretch.start + stretch.offset); day <= lastDay; day++) {
      const midnight = day * DAY_MS - stretch.offset;
      for (const open of hoursOfDay(calendarOn(day), day))
        append(
          working,
          Math.max(stretch.start, midnight + open.start * MINUTE),
          Math.min(stretch.end, midnight + open.end * MINUTE),
        );
    }
  }
  return working;
}

/** Where assignments overlap, the one that starts latest is the exception that somebody made on purpose. */
function calendarsByDay({ assigned, fallback }: WorkingRules): (day: Day) => Calendar {
  if (assigned.length === 0) return () => fallback;
  const byPrecedence = [...assigned].sort((a, b) => b.from - a.from || (a.code < b.code ? -1 : 1));
  return (day) => byPrecedence.find(({ from, till }) => from <= day && day <= till)?.calendar ?? fallback;
}

/**
 * Back offices send the limits of a range as dates, which become midnight in the tenant's zone. Both days belong to the range, and they
 * are days on the resource's clock, wherever it is.
 */
export const dayInTenant = (instant: number, tenantZone: string): Day =>
  instant >= END_OF_DAYS ? Number.POSITIVE_INFINITY : dayOfDate(dateOfInstant(tenantZone, instant));

/** In service from a moment until a moment; where only a date was sent, from its beginning until its end on the resource's clock. */
export function serviceTime(
  { from, till }: { readonly from: number | null; readonly till: number | null },
  zone: string,
  tenantZone: string,
): Interval {
  const isDate = (instant: number): boolean => localOfInstant(tenantZone, instant) % DAY_MS === 0;
  const begins = (day: Day): number => firstInstantAt(zone, (day - 2) * DAY_MS, day * DAY_MS);
  const limit = (instant: number | null, days: number, none: number): number => {
    if (instant === null || instant >= END_OF_DAYS) return none;
    return isDate(instant) ? begins(dayInTenant(instant, tenantZone) + days) : instant;
  };
  return { start: limit(from, 0, Number.NEGATIVE_INFINITY), end: limit(till, 1, Number.POSITIVE_INFINITY) };
}
