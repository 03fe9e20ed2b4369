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

/** Puts the ids that the rows get into `ids`. Answers whether they are stored: if a row has a key that exists already, none is. */
export async function copyRows(
  tx: Transaction,
  tenantId: number,
  shape: WriteShape,
  rows: readonly NewRow[],
  actor: string,
  ids: Map<string, number>,
): Promise<boolean> {
  const writer = copyEscaped(actor);
  const same = `${tenantId}\t${writer}\t${writer}`;
  async function* lines(newIds: string): AsyncGenerator<Buffer> {
    const numbers = newIds.split(',');
    let text = '';
    for (const [at, { key, references, values }] of inOrder(rows).entries()) {
      const id = numbers[at] as string;
      ids.set(key, Number(id));
      text += `${id}\t${copyEscaped(key)}\t${same}`;
      for (const reference of references) text += reference === null ? '\t\\N' : `\t${reference}`;
      text += values === '' ? '\n' : `\t${values}\n`;
      if (text.length < PORTION_LENGTH) continue;
      yield Buffer.from(text);
      text = '';
    }
    if (text !== '') yield Buffer.from(text);
  }
  return tx.copyUnlessTaken(newIdsStatement(shape.model, rows.length), copyStatement(shape), lines);
}
