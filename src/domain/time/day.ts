/** A calendar date as the number of days since 1970-01-01: comparable, countable, and without a zone. */
export type Day = number;

export const DAY_MS = 86_400_000;

/** Of a date `yyyy-MM-dd`. */
export const dayOfDate = (date: string): Day => Date.parse(date) / DAY_MS;

export const dateOfDay = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The day on which a wall clock stands, given as if it were UTC ms. */
export const dayOfLocal = (localMs: number): Day => Math.floor(localMs / DAY_MS);

/** 1 Monday to 7 Sunday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: Day): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** ISO 8601: a week belongs to the year that holds its Thursday. */
export function isoWeekOf(day: Day): number {
  const thursday = day - weekdayOf(day) + 4;
  const newYear = Date.UTC(new Date(thursday * DAY_MS).getUTCFullYear(), 0, 1) / DAY_MS;
  return Math.floor((thursday - newYear) / 7) + 1;
}
