import type { HoursDocument } from './documents.ts';
import { DAY_MS } from './time/day.ts';
import { type Interval, union } from './time/interval.ts';
import { dateOfInstant, localOfInstant } from './time/zone.ts';

/** The calendar of a day that a planner extended. Who may plan may also undo it. */
export const extendedDayCode = (resourceId: number, date: string): string => `EXTENDED ${date} ${resourceId}`;

/** Keys of such calendars, in any case: the whole key, so that no other calendar is taken for one. */
export const EXTENDED_DAY_PATTERN = '^EXTENDED [0-9]{4}-[0-9]{2}-[0-9]{2} ([0-9]{1,15})$';
const pattern = new RegExp(EXTENDED_DAY_PATTERN, 'i');

/** The id of the resource whose day was extended; undefined for every other record. */
export function resourceOfExtendedDay(entity: string, key: string): number | undefined {
  if (entity !== 'Calendar' && entity !== 'ResourceCalendar') return undefined;
  const [, id] = pattern.exec(key) ?? [];
  return id === undefined ? undefined : Number(id);
}

const clock = (ms: number): string => {
  const minutes = Math.round(ms / 60_000);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};

/**
 * The hours of a day with a further interval, by the clock of the zone; whole minutes. Undefined when the interval is not within one day: hours of a
 * calendar belong to one date.
 */
export function extendedHours(
  zone: string,
  working: readonly Interval[],
  more: Interval,
): { readonly date: string; readonly hours: HoursDocument[] } | undefined {
  const date = dateOfInstant(zone, more.start);
  const midnight = Math.floor(localOfInstant(zone, more.start) / DAY_MS) * DAY_MS;
  const minuteOf = (instant: number, round: (value: number) => number): number =>
    round((localOfInstant(zone, instant) - midnight) / 60_000) * 60_000;
  const added = { start: minuteOf(more.start, Math.floor), end: minuteOf(more.end, Math.ceil) };
  if (added.end > DAY_MS || added.end <= added.start) return undefined;
  const known = working.map(({ start, end }) => ({
    start: minuteOf(start, Math.floor),
    end: minuteOf(end, Math.ceil),
  }));
  const open = union([...known, added]);
  return { date, hours: open.map(({ start, end }) => ({ start: clock(start), end: clock(end) })) };
}
