import { refuse } from '../../domain/errors.ts';
import { DAY_MS } from '../../domain/time/day.ts';
import { type Kind, refined } from './kind.ts';

/** The ends of a window differ by an hour more when the clock was put back between them. */
const HOUR_MS = 3_600_000;

/** Refuses a window that is empty, reversed or longer than a read may be. Its ends are in epoch ms. */
export function checkWindow(
  start: number,
  end: number,
  days: number,
  [first, last]: readonly [string, string] = ['start', 'end'],
): void {
  if (end <= start) throw refuse('REQ008', `${last}: must be after ${first}.`, last);
  if (end - start > days * DAY_MS + HOUR_MS)
    throw refuse('REQ008', `${last}: the window may have at most ${days} days.`, last);
}

const msOf = (end: number | string): number => (typeof end === 'number' ? end : Date.parse(end));

/** A query whose `start` and `end` (instants, or dates) are a window of at most so many days. */
export const inWindow = <T extends { readonly start: number | string; readonly end: number | string }>(
  own: Kind<T>,
  days: number,
): Kind<T> =>
  refined(own, (read) => {
    checkWindow(msOf(read.start), msOf(read.end), days);
    return read;
  });
