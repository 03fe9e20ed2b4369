import { refuse } from '../../domain/errors.ts';
import type { RawQuery } from './raw-query.ts';

/** `page` and `limit` of lists that are no records. */
export function pageOf(query: RawQuery, usual = 100, most = 1000): { limit: number; offset: number } {
  const limit = wholeIn(query, 'limit', usual, [1, most]);
  return { limit, offset: (wholeIn(query, 'page', 1, [1, 1_000_000_000]) - 1) * limit };
}

/** The whole number that a query parameter names. */
function wholeIn(query: RawQuery, name: string, fallback: number, [least, most]: readonly [number, number]): number {
  const value = Number(query[name] ?? fallback);
  if (!Number.isInteger(value) || value < least || value > most)
    throw refuse('REQ008', `${name}: must be a whole number from ${least} to ${most}.`, name);
  return value;
}
