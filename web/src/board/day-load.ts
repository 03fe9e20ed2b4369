import type { DayHours } from './axis.ts';
import type { Bar, Interval } from './types.ts';

/** A cell of the month: capacity and planned time of a resource on a day, by colour. */
export interface DayLoad {
  readonly availableMs: number;
  readonly bookedMs: number;
  readonly colors: ReadonlyMap<string, number>;
}

/** In the month view, longer items are bars; all others count in the cells. */
export const isLong = ({ start, end }: Interval): boolean => end - start > 24 * 3_600_000;

const shared = (one: Interval, other: Interval): number =>
  Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));

export function dayLoads(days: readonly DayHours[], working: readonly Interval[], bars: readonly Bar[]): DayLoad[] {
  return days.map((day) => {
    const open = working.filter((interval) => shared(interval, day) > 0);
    const availableMs = open.reduce((sum, interval) => sum + shared(interval, day), 0);
    const colors = new Map<string, number>();
    let bookedMs = 0;
    for (const bar of bars) {
      if (bar.start >= day.end || bar.end <= day.start) continue;
      const within = { start: Math.max(bar.start, day.start), end: Math.min(bar.end, day.end) };
      const inHours = open.reduce((sum, interval) => sum + shared(interval, within), 0);
      // Work outside working time counts as well, except for the nights of a long item.
      const ms = inHours > 0 && isLong(bar) ? inHours : within.end - within.start;
      bookedMs += ms;
      colors.set(bar.color, (colors.get(bar.color) ?? 0) + ms);
    }
    return { availableMs, bookedMs, colors };
  });
}

/** Hours and minutes: 7:30. */
export function hoursText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes % 60 === 0
    ? String(minutes / 60)
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
