import { copyEscaped } from '../../platform/postgres/copy.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { copyStatement, newIdsStatement, type WriteShape } from '../derive/statements.ts';
import { inOrder } from './record-store.ts';

/** A row on its way in: `values` are those of its columns and of the implied ones, as COPY reads them, with a tab between them. */
export interface NewRow {
  readonly key: string;
  readonly references: readonly (number | null)[];
  readonly values: string;
}

/** PostgreSQL stores a portion while the next one is written out. */
const PORTION_LENGTH = 64 * 1024;

/** Answers the ids of the rows, or nothing if a row has a key that exists already: then none is stored. */
export async function copyRows(
  tx: Transaction,
  tenantId: number,
  shape: WriteShape,
  rows: readonly NewRow[],
  actor: string,
): Promise<Map<string, number> | undefined> {
  const made = new Map<string, number>();
  const writer = copyEscaped(actor);
  const same = `${tenantId}\t${writer}\t${writer}`;
  async function* lines(newIds: string): AsyncGenerator<Buffer> {
    const ids = newIds.split(',');
    let text = '';
    for (const [at, { key, references, values }] of inOrder(rows).entries()) {
      const id = ids[at] as string;
      made.set(key, Number(id));
      text += `${id}\t${copyEscaped(key)}\t${same}`;
      for (const reference of references) text += reference === null ? '\t\\N' : `\t${reference}`;
      text += values === '' ? '\n' : `\t${values}\n`;
      if (text.length < PORTION_LENGTH) continue;
      yield Buffer.from(text);
      text = '';
    }
    if (text !== '') yield Buffer.from(text);
  }
  const isStored = await tx.copyUnlessTaken(newIdsStatement(shape.model, rows.length), copyStatement(shape), lines);
  return isStored ? made : undefined;
}
