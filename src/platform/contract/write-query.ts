import { described } from './kind.ts';
import { query, withDefault } from './object.ts';
import { flag } from './values.ts';

/** The query of writes that can be tried: `?dryRun`. */
export const writeQuery = query({
  dryRun: withDefault(described(flag(), 'Check and compute everything, store nothing, and return the impact.'), false),
});
