import type { Call } from '../../records/writing/call.ts';
import type { Resolved } from '../../records/writing/resolve-references.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup, writeNew } from '../../records/writing/write-group.ts';
import { type EntryFacts, resourceKey, taskKeyOf } from './entry-facts.ts';

/**
 * Stores new entries, all of one shape. Resources are locked and tasks are held already: they are not looked for again. Of a caller with data filters
 * they are, and so are those that were not found, to be refused.
 */
export async function writeNewEntries(
  context: WriteContext,
  calls: readonly Call[],
  { resources, tasks }: EntryFacts,
): Promise<void> {
  const [first] = calls;
  if (!first) return;
  const { shape } = first;
  const held = await tasks;
  const rows: Resolved[] = [];
  const others: Call[] = [];
  for (const call of calls) {
    const resource = resources.get(resourceKey(call) ?? '');
    const task = held.get(taskKeyOf(call) ?? '')?.id;
    if (context.viewer || resource === undefined || task === undefined) others.push(call);
    else rows.push({ call, ids: shape.references.map(({ name }) => (name === 'resource' ? resource : task)) });
  }
  if (rows.length > 0) await writeNew(context, shape, rows);
  if (others.length > 0) await writeGroup(context, { shape, calls: others }, { locked: new Map() });
}
