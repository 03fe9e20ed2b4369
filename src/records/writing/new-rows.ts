import { copyRows } from '../storage/copy-rows.ts';
import { insertRows } from '../storage/record-store.ts';
import type { Call, CallShape } from './call.ts';
import { addCopyText } from './copy-text.ts';
import type { Resolved } from './resolve-references.ts';
import type { RowTexts } from './row-text.ts';
import type { WriteContext } from './write-context.ts';

/** For fewer rows a COPY takes as long as an insert. */
const WORTH_A_COPY = 100;

/** Does for a call that is probably new, one of `count`, what `storeNew` would have to do first: a COPY writes the values out itself. */
export const preparingNew = (count: number, texts: RowTexts): ((call: Call) => unknown) =>
  count >= WORTH_A_COPY ? ({ values }) => values : texts;

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
  const written = { ...shape, model: shape.procedure.model };
  if (rows.length >= WORTH_A_COPY) {
    const copied = await copyRows(
      tx,
      caller.tenantId,
      written,
      rows.map(({ call, ids: references }) => ({ key: call.key, references, call })),
      (writer, { call }) => addCopyText(writer, call, shape),
      caller.actor,
      ids,
    );
    if (copied) return ids;
  }
  return insertRows(
    tx,
    caller.tenantId,
    written,
    rows.map(({ call, ids: references }) => ({ key: call.key, references, values: texts(call) })),
    caller.actor,
  );
}
