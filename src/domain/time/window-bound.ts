import type { Moment } from '../values/moment.ts';
import { instantOfMoment } from '../values/moment.ts';
import { DAY_MS, dateOfDay, dayOfLocal } from './day.ts';
import { localOfInstant } from './zone.ts';

/**
 * The bound of a window of days. A start at any time of a day counts that day from its beginning; an end includes its day unless it is midnight. A
 * midnight is that of the date as it was written, with or without an offset; any other instant is looked at on the clock of the zone.
 */
export function dayOfBound(moment: Moment, side: 'start' | 'end', zone: string): string {
  const written = moment.midnight + moment.time;
  const isWritten = moment.time === 0 || moment.offset === undefined;
  const local = isWritten ? written : localOfInstant(zone, instantOfMoment(moment, zone));
  const includes = side === 'end' && local % DAY_MS !== 0;
  return dateOfDay(dayOfLocal(local) + (includes ? 1 : 0));
}

/** The ends of a window may be written in two offsets, in summer and winter. */
const CLOCK_CHANGE_MS = 2 * 3_600_000;

/** Whether a window has at most `days` calendar days: counted on the clock as it was written, so that a day of 25 hours is one day. */
export function isWithinDays(
  start: { readonly instant: number; readonly written: number },
  end: { readonly instant: number; readonly written: number },
  days: number,
): boolean {
  return end.written - start.written <= days * DAY_MS && end.instant - start.instant <= days * DAY_MS + CLOCK_CHANGE_MS;
}
