import type { TextWriter } from '../../platform/text-writer.ts';
import { copyRows, type NewRow } from '../storage/copy-rows.ts';
import { insertRows } from '../storage/record-store.ts';
import type { Call, CallShape } from './call.ts';
import { addCopyText } from './copy-text.ts';
import type { Resolved } from './resolve-references.ts';
import type { RowTexts } from './row-text.ts';
import type { WriteContext } from './write-context.ts';

/** For fewer rows a COPY takes as long as an insert. */
const WORTH_A_COPY = 100;

/** Whether so many new rows are stored by COPY, which writes their values out itself. */
export const isCopied = (count: number): boolean => count >= WORTH_A_COPY;

/**
 * Stores new records; answers their ids. Where they are known before the records are stored, as with COPY, `ids` has them meanwhile. A key that
 * exists already is left alone and is missing from the answer: a COPY knows no such exception, and so the rows are inserted if one of them met it.
 */
export async function storeNew(
  { tx, caller }: WriteContext,
  shape: CallShape,
  rows: readonly Resolved[],
  texts: RowTexts,
  ids: Map<string, number> = new Map(),
): Promise<ReadonlyMap<string, number>> {
  if (isCopied(rows.length)) {
    const copied = await copyRows(tx, caller.tenantId, shape, rows.map(toRow), addValues, caller.actor, ids);
    if (copied) return ids;
  }
  return insertRows(
    tx,
    caller.tenantId,
    shape,
    rows.map(({ call, ids: references }) => ({ key: call.key, references, values: texts.of(call) })),
    caller.actor,
  );
}

export interface CallRow extends NewRow {
  readonly call: Call;
}

export const toRow = ({ call, ids: references }: Resolved): CallRow => ({ key: call.key, references, call });

const addValues = (writer: TextWriter, { call }: CallRow, shape: CallShape): void => addCopyText(writer, call, shape);
