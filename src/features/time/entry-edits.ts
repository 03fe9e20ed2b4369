import { taskKey } from '../../records/entities/kit.ts';
import type { Call, CallShape } from '../../records/writing/call.ts';
import { withColumns } from '../../records/writing/reshape.ts';
import type { EntryRow } from './time-store.ts';

/** What becomes of a stored entry. */
export interface EntryEdit {
  readonly call: Call;
  readonly stored: EntryRow;
  /** What differs from what is stored, with its new value. */
  readonly changes: Partial<EntryRow>;
}

/**
 * Only columns that some entry changes are written: a back office repeats the whole entry to move its status. All edits of a group write the same
 * columns, whatever each of them changes, so that one statement takes them all; where one names another task, the key of the task
 * is whole.
 */
export function callsOfEdits(edits: readonly EntryEdit[]): Call[] {
  const changed = new Set(edits.flatMap(({ changes }) => Object.keys(changes) as (keyof EntryRow)[]));
  if (changed.has('jobNo') || changed.has('taskNo')) for (const part of taskKey) changed.add(part);
  const properties = [...changed];
  const sentBy = new Map<CallShape, readonly string[]>();
  return edits.map(({ call, stored, changes }) => {
    const values: Record<string, unknown> = {};
    for (const property of properties) values[property] = property in changes ? changes[property] : stored[property];
    const dropped = sentBy.get(call.shape) ?? call.shape.columns.map(({ property }) => property);
    sentBy.set(call.shape, dropped);
    return withColumns(call, values, stored.key, { dropped });
  });
}
