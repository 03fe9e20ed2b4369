import { clockText } from './clock-text.ts';
import { datePreferences } from './preferences.ts';
import { dateAsTyped } from './typed.ts';
import { worded } from './worded.ts';
import { dateOf } from './zone.ts';

/** Formats instants and durations for a time zone and a locale. */
export interface Format {
  /** 1 Jun 2026 */
  date(instant: number | string): string;
  /** Mon 1 Jun */
  day(instant: number | string): string;
  /** 14:30 */
  clock(instant: number | string): string;
  /** 1 Jun 2026, 14:30 */
  moment(instant: number | string): string;
  /** 3:35 */
  hours(seconds: number): string;
}

export function formatIn(zone: string, locale: string): Format {
  const { order } = datePreferences();
  const at = (instant: number | string): number => new Date(instant).getTime();
  const date = (instant: number | string): string =>
    order === undefined
      ? worded('date', locale, at(instant), zone)
      : dateAsTyped(dateOf(zone, at(instant)), locale, order);
  const clock = (instant: number | string): string => clockText(zone, at(instant));
  return {
    date,
    day: (instant) => worded('shortDay', locale, at(instant), zone),
    clock,
    moment: (instant) => `${date(instant)}, ${clock(instant)}`,
    hours: (seconds) => {
      const minutes = Math.round(Math.abs(seconds) / 60);
      return `${seconds < 0 && minutes > 0 ? '−' : ''}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
    },
  };
}
