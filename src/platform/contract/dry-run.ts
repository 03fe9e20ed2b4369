import { described } from './kind.ts';
import { query, withDefault } from './object.ts';
import { flag } from './values.ts';

/** The query of a write that can be tried first. */
export const dryRunQuery = query({
  dryRun: withDefault(described(flag(), 'Check and compute everything, store nothing, and return the impact.'), false),
});
