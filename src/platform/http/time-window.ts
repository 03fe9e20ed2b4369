import type { RawQuery } from './raw-query.ts';

/** A text of the query by a name in any case; undefined when it is not sent, or empty. */
export function queryText(query: RawQuery, name: string): string | undefined {
  const spelled = Object.keys(query).find((key) => key.toLowerCase() === name.toLowerCase());
  return (spelled && [query[spelled] ?? []].flat().at(-1)) || undefined;
}
