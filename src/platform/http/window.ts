import { refuse } from '../../domain/errors.ts';
import { parseInstant } from '../../domain/values/parse.ts';
import type { RawQuery } from './raw-query.ts';

/** The instant that a query parameter names, as ISO text; without an offset it is local time in the zone. */
export function instantIn(query: RawQuery, name: string, zone: string): string {
  const value = parseInstant([query[name] ?? []].flat().at(-1) ?? null, zone);
  if (typeof value === 'string') return value;
  throw refuse('REQ008', `${name}: ${value?.message ?? 'a date or a date and time is required.'}`, name);
}
