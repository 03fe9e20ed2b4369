import { weekStartOf } from '../dates/preferences.ts';
import { addDays } from '../dates/zone.ts';
import type { SeriesAnswer } from './series-form.ts';

type Reason = SeriesAnswer['skipped'][number]['reason'];
type Conflict = SeriesAnswer['met'][number];

/** One date of a series, in the local time of the resource. */
export interface SeriesDate {
  readonly date: string;
  readonly clock: string;
  /** Undefined for a date that is created. */
  readonly skipped: Reason | undefined;
  readonly nonWorking: boolean;
  readonly conflicts: readonly Conflict[];
}

/** Created and skipped dates, in order of time. */
export function datesOf({
  occurrences,
  skipped,
  met,
}: Pick<SeriesAnswer, 'occurrences' | 'skipped' | 'met'>): SeriesDate[] {
  const byNo = new Map(met.map((each) => [each.appointmentNo, each]));
  const conflictsOf = (numbers: readonly string[]): Conflict[] => numbers.flatMap((no) => byNo.get(no) ?? []);
  const at = (start: string) => ({ date: start.slice(0, 10), clock: start.slice(11, 16) });
  return [
    ...occurrences.map(({ start, nonWorking, conflicts }) => ({
      ...at(start),
      skipped: undefined,
      nonWorking,
      conflicts: conflictsOf(conflicts),
    })),
    ...skipped.map(({ start, reason, conflicts }) => ({
      ...at(start),
      skipped: reason,
      nonWorking: reason === 'nonWorking',
      conflicts: conflictsOf(conflicts),
    })),
  ].sort((a, b) => (a.date + a.clock < b.date + b.clock ? -1 : 1));
}

export type DayMark = 'created' | 'conflict' | 'nonworking' | 'skipped';

/** The mark of a day. With several resources, the most important one wins. */
export function markOf(dates: readonly SeriesDate[]): DayMark {
  const created = dates.filter(({ skipped }) => skipped === undefined);
  if (created.some(({ conflicts }) => conflicts.length > 0)) return 'conflict';
  if (created.some(({ nonWorking }) => nonWorking)) return 'nonworking';
  return created.length > 0 ? 'created' : 'skipped';
}

/** Weeks of a month, from the first day of the week of the user; days of other months are undefined. */
export function weeksOf(month: string): readonly (readonly (string | undefined)[])[] {
  const weeks: (string | undefined)[][] = [];
  for (let first = weekStartOf(`${month}-01`); first.slice(0, 7) <= month; first = addDays(first, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, i) => addDays(first, i)).map((day) => (day.startsWith(month) ? day : undefined)),
    );
  return weeks;
}

/** The months that have a date: a yearly rule would otherwise show many empty ones. */
export const monthsOf = (dates: readonly SeriesDate[]): string[] => [
  ...new Set(dates.map(({ date }) => date.slice(0, 7))),
];
