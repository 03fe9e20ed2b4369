import type { Bar, BarMove } from '../board/types.ts';
import { addDays, dateOf, instantOf, localOf } from '../dates/zone.ts';

const DAY = 86_400_000;

/** The same day of another month, or its last day if that month is shorter. */
export function sameDayOf(date: string, months: number): string {
  const first = new Date(`${date.slice(0, 8)}01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const month = first.toISOString().slice(0, 8);
  const last = Number(addDays(`${addDays(`${month}01`, 31).slice(0, 8)}01`, -1).slice(8));
  return `${month}${String(Math.min(Number(date.slice(8)), last)).padStart(2, '0')}`;
}

/** Moves bars by whole days and months in local time: nine o'clock stays nine o'clock. */
export function shiftedBy(
  zone: string,
  bars: readonly Bar[],
  { days, months }: { readonly days: number; readonly months: number },
): BarMove[] {
  const by = (instant: number): number => {
    const local = localOf(zone, instant);
    const moved = Date.parse(`${sameDayOf(dateOf(zone, instant), months)}T00:00:00Z`) + (local % DAY);
    return instantOf(zone, (months === 0 ? local : moved) + days * DAY);
  };
  return bars.map((bar) => {
    const start = by(bar.start);
    const own = bar.resources[0] ?? '';
    return { id: bar.id, start, end: start + (bar.end - bar.start), from: own, to: own };
  });
}
