import { append, type Interval, subtract } from '../../domain/time/interval.ts';
import { dayKey, type LoadedSpread } from './loaded-spread.ts';
import type { Spread } from './model.ts';

const MINUTE_MS = 60_000;

type Share = Spread['shares'][number];

export interface Piece extends Interval {
  readonly share: Share;
}

/**
 * When shares of days take place: one after the other in the free time of each day, the first share first. An appointment goes over a break, for
 * only working time counts; where something else is booked it ends, and the rest is another one.
 */
export function piecesOf(shares: readonly Share[], { days }: Pick<LoadedSpread, 'days'>): Piece[] {
  const byDay = new Map<string, Share[]>();
  for (const share of shares) {
    const key = dayKey(share.person, share.date);
    byDay.set(key, [...(byDay.get(key) ?? []), share]);
  }
  return [...byDay].flatMap(([key, own]) => {
    const { working = [], taken = [] } = days.get(key) ?? {};
    let free: readonly Interval[] = subtract(working, taken);
    return own.flatMap((share) => {
      const { used, left } = take(free, share.minutes * MINUTE_MS);
      free = left;
      return joined(used, taken).map((piece): Piece => ({ ...piece, share }));
    });
  });
}

/** The first so many milliseconds of free time, and what is left of it. */
function take(free: readonly Interval[], ms: number): { used: Interval[]; left: Interval[] } {
  const used: Interval[] = [];
  const left: Interval[] = [];
  let rest = ms;
  for (const { start, end } of free) {
    const part = Math.min(rest, end - start);
    if (part > 0) used.push({ start, end: start + part });
    if (part < end - start) left.push({ start: start + part, end });
    rest -= part;
  }
  return { used, left };
}

/** Parts between which nothing is booked are one appointment. */
function joined(used: readonly Interval[], taken: readonly Interval[]): Interval[] {
  const pieces: Interval[] = [];
  for (const next of used) {
    const last = pieces.at(-1);
    const isFree = last && !taken.some(({ start, end }) => start < next.start && end > last.end);
    if (isFree) pieces[pieces.length - 1] = { start: last.start, end: next.end };
    else append(pieces, next.start, next.end);
  }
  return pieces;
}
