import { createHash } from 'node:crypto';
import { foldKey } from '../../domain/natural-key.ts';

/** An index entry of PostgreSQL holds about 2,700 bytes; a link may be longer. Longer keys are identified by their hash. */
const LONGEST = 600;

export function recordKey(parts: readonly unknown[]): string {
  const key = foldKey(parts as (string | number | boolean | null)[]);
  if (key.length <= LONGEST) return key;
  return `${key.slice(0, LONGEST - 80).toWellFormed()}\u001f#${createHash('sha256').update(key).digest('hex')}`;
}

/** The parts of a key that stand at some places of the values. */
export function valuesAt(places: readonly number[], values: readonly unknown[]): unknown[] {
  const found: unknown[] = [];
  for (const place of places) found.push(values[place]);
  return found;
}
