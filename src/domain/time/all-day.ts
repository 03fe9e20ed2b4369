import { DAY_MS, type Day, dayOfLocal } from './day.ts';
import { localOfInstant } from './zone.ts';

/** The days that something all-day takes on the wall clocks of a zone: from the first to before the last, one at least. */
export function allDays(zone: string, start: number, end: number): { readonly from: Day; readonly till: Day } {
  const from = dayOfLocal(localOfInstant(zone, start));
  return { from, till: Math.max(from + 1, Math.ceil(localOfInstant(zone, end) / DAY_MS)) };
}
