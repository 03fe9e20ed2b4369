import { OperatorError } from '../../domain/operator-error.ts';
import { readPackLine } from './pack-format.ts';

/** A few broken lines are skipped; a file that is mostly broken is not a pack. */
const MOST_WRONG = 0.05;

/**
 * The lines of a file in GeoNames' postal-code format, by country. `source` names the file in errors, `expected` is a country that it must
 * contain.
 */
export function splitPack(text: string, source: string, expected?: string): ReadonlyMap<string, readonly string[]> {
  const byCountry = new Map<string, string[]>();
  let read = 0;
  let wrong = 0;
  let why = '';
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const row = readPackLine(line);
    if (row === undefined) continue;
    read++;
    if (typeof row === 'string') {
      wrong++;
      why ||= `line ${at + 1}: ${row}`;
      continue;
    }
    const lines = byCountry.get(row.country);
    if (lines) lines.push(line);
    else byCountry.set(row.country, [line]);
  }
  if (read === 0 || wrong > read * MOST_WRONG)
    throw new OperatorError(`${source} is not in GeoNames' postal-code format${why ? ` (${why})` : ': it is empty'}.`);
  if (expected !== undefined && !byCountry.has(expected))
    throw new OperatorError(`${source} contains no rows of ${expected}, but of ${[...byCountry.keys()].join(', ')}.`);
  return byCountry;
}
