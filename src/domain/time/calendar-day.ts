import { type Calendar, explainDay, type SaidBy } from './calendar.ts';
import { DAY_MS, type Day, dateOfDay } from './day.ts';
import { workingTime } from './working-time.ts';
import { dayOfZone, offsetStretches } from './zone.ts';

const MINUTE = 60_000;

/** A day of a calendar: its hours on the wall clock, what they come from, and how long they take. */
export interface CalendarDay {
  readonly date: string;
  readonly by: SaidBy;
  readonly holiday: string | null;
  readonly hours: readonly { readonly start: string; readonly end: string }[];
  readonly workingInSeconds: number;
  readonly lengthInSeconds: number;
  readonly clockChange: { readonly from: string; readonly to: string } | null;
}

export function calendarDay(calendar: Calendar, day: Day, zone: string): CalendarDay {
  const date = dateOfDay(day);
  const { hours, by, holiday } = explainDay(calendar, day);
  const window = dayOfZone(zone, date);
  const always = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  const working = workingTime({ zone, assigned: [], fallback: calendar, inService: always }, window);
  const [before, after] = offsetStretches(zone, window.start, window.end);
  return {
    date,
    by,
    holiday,
    hours: hours.map(({ start, end }) => ({ start: clock(start), end: clock(end) })),
    workingInSeconds: working.reduce((sum, { start, end }) => sum + (end - start) / 1000, 0),
    lengthInSeconds: (window.end - window.start) / 1000,
    clockChange:
      before && after ? { from: clockAt(before.end + before.offset), to: clockAt(after.start + after.offset) } : null,
  };
}

const two = (number: number): string => String(number).padStart(2, '0');
const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
const clockAt = (localMs: number): string => clock(Math.floor((localMs % DAY_MS) / MINUTE));
