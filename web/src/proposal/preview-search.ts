import { DAY_RANGES } from '../board/day-ranges.ts';
import { weekStartOf } from '../dates/preferences.ts';
import { dateOf } from '../dates/zone.ts';
import { lastMoment, type Run, windowOf } from './run.ts';

/** The part of an address that shows the proposal of a run on the board, in the days of the run as far as the board can show them. */
export function previewSearch(run: Pick<Run, 'id' | 'request' | 'proposal'>, zone: string) {
  const { start, end } = windowOf(run);
  const [first, last] = [dateOf(zone, Date.parse(start)), dateOf(zone, lastMoment(end))];
  const daysFrom = (from: string): number => Math.round((Date.parse(last) - Date.parse(from)) / 86_400_000) + 1;
  const count = daysFrom(first);
  if (count <= 1) return { date: first, mode: 'day', preview: run.id };
  const short = DAY_RANGES.find((range) => range >= count && range < 7);
  if (short !== undefined) return { date: first, mode: 'week', days: short, preview: run.id };
  // A week or more begins on the first day of the week.
  const range = (from: string): number | undefined =>
    DAY_RANGES.find((each) => each >= 7 && each >= daysFrom(weekStartOf(from)));
  const days = range(first);
  if (days !== undefined) return { date: first, mode: 'week', days, preview: run.id };
  const changed = run.proposal?.moves.find((move) => move.start !== null)?.start;
  const date = changed ? dateOf(zone, Date.parse(changed)) : first;
  return { date, mode: 'week', days: range(date) ?? 28, preview: run.id };
}
