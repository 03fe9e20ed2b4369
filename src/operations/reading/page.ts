import { refuse } from '../../domain/errors.ts';
import type { RawQuery } from './list-query.ts';

const LARGEST_PAGE = 1000;

/** `page` and `limit` of lists that are no records. */
export function pageOf(query: RawQuery): { limit: number; offset: number } {
  const limit = wholeOf(query, 'limit', 100, LARGEST_PAGE);
  return { limit, offset: (wholeOf(query, 'page', 1, 1_000_000_000) - 1) * limit };
}

function wholeOf(query: RawQuery, name: string, fallback: number, most: number): number {
  const value = Number(query[name] ?? fallback);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw refuse('REQ008', `${name}: must be a whole number from 1 to ${most}.`, name);
  return value;
}
