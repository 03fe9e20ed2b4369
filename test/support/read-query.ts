import type { Kind } from '../../src/platform/contract/kind.ts';
import { readBy } from './read-contract.ts';

/** A query string as a route gets it: a parameter that comes twice is a list. */
function parameters(text: string): Record<string, string | string[]> {
  const sent = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(sent.keys())].map((name) => {
      const [first = '', ...others] = sent.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

/** Reads a query string as the route of a contract would. */
export const readQuery = <T>({ query }: { readonly query?: Kind<T> }, text: string) =>
  readBy(query, parameters(text), { isQuery: true });
