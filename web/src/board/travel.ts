import { LONGEST_PAUSE_MS, type Site, travelMinutes } from './travel-estimate.ts';
import type { Bar, Interval } from './types.ts';

const MINUTE_MS = 60_000;

/** Travel times that the service knows. Undefined: the estimate holds, or for a home that nothing is known. */
export interface TravelTimes {
  between(from: number, to: number): number | undefined;
  /** From the home of a resource to a bar, or from a bar to the home. */
  home(resourceNo: string, bar: number, direction: 'out' | 'back'): number | undefined;
}

export const NO_TRAVEL_TIMES: TravelTimes = { between: () => undefined, home: () => undefined };

/** A line between two bars, or between a bar and the home: the time in between, and the travel. */
export interface Leg extends Interval {
  readonly key: string;
  /** The bar whose lane the line is in. */
  readonly at: number;
  readonly minutes: number;
  /** Undefined on the way from and to the home: the day may begin earlier. */
  readonly free: number | undefined;
  readonly isShort: boolean;
}

/** Less than a minute too little is not reported (rule travelTooShort). */
const isTooShort = (minutes: number, free: number): boolean => minutes - free >= 1;

/** The legs of a row whose bars are ascending by start. Time of hidden bars is unknown, and so is the travel around it. */
export function legsOf(resourceNo: string, bars: readonly Bar[], times: TravelTimes): Leg[] {
  const legs: Leg[] = [];
  const addHome = (bar: Bar, direction: 'out' | 'back'): void => {
    const minutes = times.home(resourceNo, bar.id, direction);
    if (minutes === undefined) return;
    const ms = minutes * MINUTE_MS;
    const time =
      direction === 'out' ? { start: bar.start - ms, end: bar.start } : { start: bar.end, end: bar.end + ms };
    legs.push({ key: `${direction} home ${bar.id}`, at: bar.id, minutes, free: undefined, isShort: false, ...time });
  };
  let last: Bar | undefined;
  for (const bar of bars) {
    const pause = last === undefined ? Number.POSITIVE_INFINITY : bar.start - last.end;
    if (pause >= LONGEST_PAUSE_MS) {
      if (last) addHome(last, 'back');
      addHome(bar, 'out');
    } else if (last && pause >= 0) {
      const minutes = minutesBetween(last, bar, times);
      if (minutes !== undefined) {
        const free = pause / MINUTE_MS;
        const isShort = isTooShort(minutes, free);
        legs.push({ key: `${last.id} ${bar.id}`, at: bar.id, minutes, free, isShort, start: last.end, end: bar.start });
      }
    }
    if (!last || bar.end >= last.end) last = bar;
  }
  if (last) addHome(last, 'back');
  return legs;
}

function minutesBetween(from: Bar, to: Bar, times: TravelTimes): number | undefined {
  const [start, end] = [from.job?.site, to.job?.site];
  return times.between(from.id, to.id) ?? (start && end && travelMinutes(start, end));
}

/** A place to be at in a time. */
export interface Stop extends Interval {
  readonly site: Site | undefined;
}

/** Work that is dragged, one or several one after the other: the travel from the bar before it, in between, and to the bar after it. */
export function legsOfDragged(
  stops: readonly Stop[],
  ids: ReadonlySet<number>,
  bars: readonly Bar[],
): Omit<Leg, 'key' | 'at'>[] {
  const [first] = stops;
  if (!first) return [];
  const others = bars.filter(({ id }) => !ids.has(id));
  const before = others.findLast((bar) => bar.start < first.start);
  const after = others.find((bar) => bar.start >= first.start);
  const asStop = (bar: Bar | undefined): Stop[] =>
    bar ? [{ start: bar.start, end: bar.end, site: bar.job?.site }] : [];
  const all = [...asStop(before), ...stops, ...asStop(after)];
  return all.slice(1).flatMap((to, i) => {
    const from = all[i];
    const pause = from ? to.start - from.end : -1;
    if (!from?.site || !to.site || pause < 0 || pause >= LONGEST_PAUSE_MS) return [];
    const [minutes, free] = [travelMinutes(from.site, to.site), pause / MINUTE_MS];
    return [{ start: from.end, end: to.start, minutes, free, isShort: isTooShort(minutes, free) }];
  });
}
