import { LongWork } from '../../platform/long-work.ts';
import { copyEscaped } from '../../platform/postgres/copy.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { TextWriter } from '../../platform/text-writer.ts';
import { copyStatement, newIdsStatement, type WriteShape } from '../derive/statements.ts';
import { inOrder } from './record-store.ts';

/** A row on its way in. */
export interface NewRow {
  readonly key: string;
  readonly references: readonly (number | null)[];
}

/** PostgreSQL stores a portion while the next one is written out. */
const PORTION_LENGTH = 64 * 1024;
/** A row that does not fit makes room for itself. */
const ROOM = PORTION_LENGTH + 16 * 1024;
const TAB = 9;
const END_OF_LINE = 10;

/**
 * Puts the ids that the rows get into `ids`. `addValues` writes the values of the columns of a row and of the implied ones, as COPY reads them, each
 * with a tab before it, when the row is about to be sent. Answers whether the rows are stored: if one has a key that exists already, none is.
 */
export async function copyRows<Row extends NewRow, Shape extends WriteShape>(
  tx: Transaction,
  tenantId: number,
  shape: Shape,
  rows: readonly Row[],
  addValues: AddValues<Row, Shape>,
  actor: string,
  ids: Map<string, number>,
): Promise<boolean> {
  const by = copyEscaped(actor);
  const copying = { rows: inOrder(rows), shape, addValues, same: `\t${tenantId}\t${by}\t${by}`, ids };
  return tx.copyUnlessTaken(newIdsStatement(shape.model, rows.length), copyStatement(shape), (newIds) =>
    linesOf(copying, newIds.split(',')),
  );
}

type AddValues<Row, Shape> = (writer: TextWriter, row: Row, shape: Shape) => void;

interface Copying<Row, Shape> {
  readonly rows: readonly Row[];
  readonly shape: Shape;
  readonly addValues: AddValues<Row, Shape>;
  /** What all rows have after their key. */
  readonly same: string;
  readonly ids: Map<string, number>;
}

async function* linesOf<Row extends NewRow, Shape>(
  { rows, shape, addValues, same, ids }: Copying<Row, Shape>,
  newIds: readonly string[],
): AsyncGenerator<Buffer> {
  const writer = new TextWriter(ROOM);
  const work = new LongWork();
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as Row;
    const id = newIds[at] as string;
    ids.set(row.key, Number(id));
    writer.add(id);
    writer.addByte(TAB);
    writer.add(copyEscaped(row.key));
    writer.add(same);
    for (const reference of row.references) {
      writer.addByte(TAB);
      writer.add(reference === null ? '\\N' : String(reference));
    }
    addValues(writer, row, shape);
    writer.addByte(END_OF_LINE);
    if (writer.length < PORTION_LENGTH) continue;
    yield writer.take();
    await work.rest();
  }
  if (writer.length > 0) yield writer.take();
}
