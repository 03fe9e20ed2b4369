import { datePreferences } from './preferences.ts';
import { type WordedStyle, worded } from './worded.ts';

/** The days of the week in the order of the user; 1 is Monday. */
export const weekdaysInOrder = (first = datePreferences().firstWeekday): number[] =>
  Array.from({ length: 7 }, (_, i) => ((first - 1 + i) % 7) + 1);

/** 1 is Monday: 1 January 2024 was one. */
export const weekdayName = (locale: string, weekday: number, style: WordedStyle = 'weekday'): string =>
  worded(style, locale, `2024-01-0${weekday}`);

/** 1 is January. */
export const monthName = (locale: string, month: number): string => worded('month', locale, Date.UTC(2024, month - 1));
