import { addDays, mondayOf } from '../dates/zone.ts';
import type { SeriesAnswer } from './series-form.ts';

type Reason = SeriesAnswer['skipped'][number]['reason'];
type Met = SeriesAnswer['met'][number];

/** One date of a series: on the resource's clock, as the answer writes it. */
export interface SeriesDate {
  readonly date: string;
  readonly clock: string;
  /** Undefined where it is made. */
  readonly left: Reason | undefined;
  readonly nonWorking: boolean;
  readonly met: readonly Met[];
}

/** What is made and what is left out, in the order of time. */
export function datesOf({
  occurrences,
  skipped,
  met,
}: Pick<SeriesAnswer, 'occurrences' | 'skipped' | 'met'>): SeriesDate[] {
  const byNo = new Map(met.map((each) => [each.appointmentNo, each]));
  const metBy = (numbers: readonly string[]): Met[] => numbers.flatMap((no) => byNo.get(no) ?? []);
  const at = (start: string) => ({ date: start.slice(0, 10), clock: start.slice(11, 16) });
  return [
    ...occurrences.map(({ start, nonWorking, conflicts }) => ({
      ...at(start),
      left: undefined,
      nonWorking,
      met: metBy(conflicts),
    })),
    ...skipped.map(({ start, reason, conflicts }) => ({
      ...at(start),
      left: reason,
      nonWorking: reason === 'nonWorking',
      met: metBy(conflicts),
    })),
  ].sort((a, b) => (a.date + a.clock < b.date + b.clock ? -1 : 1));
}

export type DayMark = 'made' | 'met' | 'free' | 'left';

/** How a day is marked when several resources have it: what needs a look first. */
export function markOf(dates: readonly SeriesDate[]): DayMark {
  const made = dates.filter(({ left }) => left === undefined);
  if (made.some(({ met }) => met.length > 0)) return 'met';
  if (made.some(({ nonWorking }) => nonWorking)) return 'free';
  return made.length > 0 ? 'made' : 'left';
}

/** Weeks of a month, from Monday on; days of other months are empty. */
export function weeksOf(month: string): readonly (readonly (string | undefined)[])[] {
  const weeks: (string | undefined)[][] = [];
  for (let monday = mondayOf(`${month}-01`); monday.slice(0, 7) <= month; monday = addDays(monday, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, i) => addDays(monday, i)).map((day) => (day.startsWith(month) ? day : undefined)),
    );
  return weeks;
}

/** Every month that has a date; a rule of years would else show a hundred empty ones between. */
export const monthsOf = (dates: readonly SeriesDate[]): string[] => [
  ...new Set(dates.map(({ date }) => date.slice(0, 7))),
];
