import type { AxisHour, DayHours } from './axis.ts';
import type { Interval } from './types.ts';

/** A bar longer than this goes through the night without being about it. */
const LONGEST_OF_A_DAY = 12 * 3_600_000;

/**
 * Which hours a week shows: those in which anybody works or is booked, the same on every day, so that nine o'clock stands under nine
 * o'clock. A day on which nothing happens at all is folded as a whole. Where nobody works at all nothing is folded.
 */
export function openHours(
  days: readonly DayHours[],
  working: Iterable<readonly Interval[]>,
  bars: Iterable<Interval>,
): (day: number, hour: AxisHour) => boolean {
  const open = new Array<boolean>(24).fill(false);
  const busy = new Array<boolean>(days.length).fill(false);
  const mark = ({ start, end }: Interval): void => {
    for (let index = firstOver(days, start); index < days.length; index++) {
      const day = days[index] as DayHours;
      if (day.start >= end) break;
      busy[index] = true;
      for (const hour of day.hours) if (hour.start < end && hour.end > start) open[hour.hour] = true;
    }
  };
  for (const intervals of new Set(working)) for (const interval of intervals) mark(interval);
  for (const bar of bars) {
    if (bar.end - bar.start <= LONGEST_OF_A_DAY) mark(bar);
    else
      for (let i = firstOver(days, bar.start); i < days.length && (days[i] as DayHours).start < bar.end; i++)
        busy[i] = true;
  }
  if (!open.includes(true)) return () => true;
  return (day, { hour }) => busy[day] === true && open[hour] === true;
}

/** The first day that ends after a moment. */
function firstOver(days: readonly DayHours[], instant: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] as DayHours).end > instant) high = middle;
    else low = middle + 1;
  }
  return low;
}
