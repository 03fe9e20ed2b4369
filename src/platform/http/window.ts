import { refuse } from '../../domain/errors.ts';
import { DAY_MS } from '../../domain/time/day.ts';
import type { Interval } from '../../domain/time/interval.ts';
import { type Invalid, parseDate, parseInstant } from '../../domain/values/parse.ts';
import type { RawQuery } from './raw-query.ts';

/** The ends of a range differ by an hour more when the clock was put back between them. */
const HOUR_MS = 3_600_000;

/** Refuses a range that is empty, reversed or longer than a read may be. */
export function checkRange(
  start: number,
  end: number,
  days: number,
  [first, last]: readonly [string, string] = ['start', 'end'],
): void {
  if (end <= start) throw refuse('REQ008', `${last}: must be after ${first}.`, last);
  if (end - start > days * DAY_MS + HOUR_MS)
    throw refuse('REQ008', `${last}: the window may have at most ${days} days.`, last);
}

/** The window that two query parameters name, in epoch ms. */
export function windowIn(
  query: RawQuery,
  zone: string,
  days: number,
  names: readonly [string, string] = ['start', 'end'],
): Interval {
  const [start, end] = names.map((name) => Date.parse(instantIn(query, name, zone))) as [number, number];
  checkRange(start, end, days, names);
  return { start, end };
}

/** The instant that a query parameter names, as ISO text; without an offset it is local time in the zone. */
export const instantIn = (query: RawQuery, name: string, zone: string): string =>
  read(parseInstant(textOf(query, name), zone), name);

/** The date that a query parameter names. */
export const dateIn = (query: RawQuery, name: string, zone: string): string =>
  read(parseDate(textOf(query, name), zone), name);

/** Values of a parameter that may be repeated, or hold several separated by commas. */
export const listIn = (query: RawQuery, name: string): string[] =>
  [query[name] ?? []]
    .flat()
    .flatMap((part) => part.split(','))
    .filter((part) => part !== '');

function textOf(query: RawQuery, name: string): string {
  const sent = [query[name] ?? []].flat().at(-1);
  if (sent === undefined || sent === '')
    throw refuse('REQ008', `${name}: a date or a date and time is required.`, name);
  return sent;
}

function read(value: string | null | Invalid, name: string): string {
  if (typeof value === 'string') return value;
  throw refuse('REQ008', `${name}: ${value?.message ?? 'a date or a date and time is required.'}`, name);
}
