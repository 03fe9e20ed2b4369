import { copyRows } from '../storage/copy-rows.ts';
import { insertRows } from '../storage/record-store.ts';
import type { Call, CallShape } from './call.ts';
import type { Resolved } from './resolve-references.ts';
import type { RowTexts } from './row-text.ts';
import type { WriteContext } from './write-context.ts';

/** For fewer rows a COPY takes as long as an insert. */
const WORTH_A_COPY = 100;

/** Writes out the values of calls that are probably new, as `storeNew` will want them. */
export function prepareNew(calls: readonly Call[], texts: RowTexts): void {
  const isCopied = calls.length >= WORTH_A_COPY;
  for (const call of calls) {
    if (isCopied) texts.copy(call);
    else texts.json(call);
  }
}

/**
 * Stores new records; answers their ids. Where they are known before the records are stored, as with COPY, `ids` has them meanwhile. A key that exists already is left alone and is missing from the answer: a COPY knows no such exception,
 * and so the rows are inserted if one of them met it.
 */
export async function storeNew(
  { tx, caller }: WriteContext,
  shape: CallShape,
  rows: readonly Resolved[],
  texts: RowTexts,
  ids: Map<string, number> = new Map(),
): Promise<ReadonlyMap<string, number>> {
  const written = { ...shape, model: shape.procedure.model };
  const row = (values: (call: Call) => string) =>
    rows.map(({ call, ids }) => ({ key: call.key, references: ids, values: values(call) }));
  if (rows.length >= WORTH_A_COPY) {
    const copied = await copyRows(
      tx,
      caller.tenantId,
      written,
      row((call) => texts.copy(call)),
      caller.actor,
      ids,
    );
    if (copied) return ids;
  }
  return insertRows(
    tx,
    caller.tenantId,
    written,
    row((call) => texts.json(call)),
    caller.actor,
  );
}
