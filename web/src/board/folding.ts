import { Axis, type AxisHour, type DayHours } from './axis.ts';
import type { BoardResource, BoardView, Interval } from './types.ts';

const FOLDED_WIDTH = 10;
const FOLDED_DAY = 26;

/** A longer bar does not open the hours of the night that it spans. */
const LONGEST_OF_A_DAY = 12 * 3_600_000;

/** The axis of the board. A day and a week fold hours; a month has a fixed scale. */
export function axisFor(
  view: BoardView,
  days: readonly DayHours[],
  width: number,
  resources: readonly BoardResource[],
  bars: readonly Interval[],
): Axis {
  const isOpen =
    view.mode !== 'month'
      ? openHours(
          days,
          resources.map(({ working }) => working),
          bars,
        )
      : () => true;
  return new Axis(days, {
    width,
    hourWidth: view.mode === 'month' ? 1 : view.hourWidth,
    foldedWidth: FOLDED_WIDTH,
    foldedDayWidth: FOLDED_DAY,
    isOpen,
  });
}

/**
 * The hours that a day or a week shows: those with working time or bars of any resource, the same on every day, so that equal hours align. A day
 * without either is folded as a whole. Without any working time or bars nothing is folded.
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

/** Index of the first day that ends after an instant. */
function firstOver(days: readonly DayHours[], instant: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] as DayHours).end > instant) high = middle;
    else low = middle + 1;
  }
  return low;
}
