import { refuse } from '../../domain/errors.ts';
import { type Invalid, parseDate, parseInstant } from '../../domain/values/parse.ts';
import type { Caller } from '../caller.ts';
import type { RawQuery } from './list-query.ts';

const LONGEST_WINDOW_DAYS = 92;

/** `start` and `end` of a read of registered time: both required, start inclusive, end exclusive, at most one quarter. */
export interface Window {
  readonly start: string;
  readonly end: string;
}

/** As dates. */
export const dayWindow = (caller: Caller, query: RawQuery): Window =>
  checked((name) => read(parseDate(requiredText(query, name), caller.timeZone), name));

/** As instants in ISO 8601. */
export const instantWindow = (caller: Caller, query: RawQuery): Window =>
  checked((name) => read(parseInstant(requiredText(query, name), caller.timeZone), name));

function checked(value: (name: keyof Window) => string): Window {
  const window = { start: value('start'), end: value('end') };
  const length = Date.parse(window.end) - Date.parse(window.start);
  if (length <= 0) throw refuse('REQ008', 'end: must be after start.', 'end');
  // An hour more for a quarter in which the clock is put back.
  if (length > LONGEST_WINDOW_DAYS * 86_400_000 + 3_600_000)
    throw refuse('REQ008', `end: a window of one quarter (${LONGEST_WINDOW_DAYS} days) at most can be read.`, 'end');
  return window;
}

const lastOf = (query: RawQuery, name: string): string | undefined => [query[name] ?? []].flat().at(-1);

function requiredText(query: RawQuery, name: string): string {
  const sent = lastOf(query, name);
  if (sent === undefined || sent === '')
    throw refuse('REQ008', `${name}: a date or a date and time is required.`, name);
  return sent;
}

function read(value: string | null | Invalid, name: string): string {
  if (typeof value === 'string') return value;
  throw refuse('REQ008', `${name}: ${value?.message ?? 'a date or a date and time is required.'}`, name);
}

/** A text of the query by a name in any case; undefined when it is not sent, or empty. */
export function queryText(query: RawQuery, name: string): string | undefined {
  const spelled = Object.keys(query).find((key) => key.toLowerCase() === name.toLowerCase());
  return (spelled && lastOf(query, spelled)) || undefined;
}
