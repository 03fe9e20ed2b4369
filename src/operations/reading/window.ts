import { refuse } from '../../domain/errors.ts';
import { type Invalid, parseDate, parseInstant } from '../../domain/values/parse.ts';
import type { RawQuery } from './list-query.ts';

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
