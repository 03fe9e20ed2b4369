import type { Caller } from '../caller.ts';
import type { RawQuery } from './raw-query.ts';
import { checkRange, dateIn, instantIn } from './window.ts';

const ONE_QUARTER_DAYS = 92;

/** `start` and `end` of a read of registered time: both required, start inclusive, end exclusive, at most one quarter. */
export interface Window {
  readonly start: string;
  readonly end: string;
}

/** As dates. */
export const dayWindow = (caller: Caller, query: RawQuery): Window =>
  checked((name) => dateIn(query, name, caller.timeZone));

/** As instants in ISO 8601. */
export const instantWindow = (caller: Caller, query: RawQuery): Window =>
  checked((name) => instantIn(query, name, caller.timeZone));

function checked(value: (name: keyof Window) => string): Window {
  const window = { start: value('start'), end: value('end') };
  checkRange(Date.parse(window.start), Date.parse(window.end), ONE_QUARTER_DAYS);
  return window;
}

/** A text of the query by a name in any case; undefined when it is not sent, or empty. */
export function queryText(query: RawQuery, name: string): string | undefined {
  const spelled = Object.keys(query).find((key) => key.toLowerCase() === name.toLowerCase());
  return (spelled && [query[spelled] ?? []].flat().at(-1)) || undefined;
}
