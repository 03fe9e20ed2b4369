import { type ColumnModel, type EntityModel, model as modelNamed } from '../derive/model.ts';
import { awaitedName, isAwaited, isPart } from '../derive/parts.ts';
import { deletePending, deletePendingOf, pendingWith } from '../storage/pending-part-store.ts';
import { type Call, sentValue } from './call.ts';
import { partKept } from './part-names.ts';
import type { Group } from './plan-groups.ts';
import { recordKey } from './record-key.ts';
import type { WriteContext } from './write-context.ts';

/** Calls of one delete that give values for the same columns. */
export interface GivenCalls {
  readonly given: readonly ColumnModel[];
  readonly calls: readonly Call[];
}

/** Deletes the parts that wait and are named by deletes or clears of their kind. Answers the calls that found one. */
export async function dropNamed(
  context: WriteContext,
  model: EntityModel,
  named: readonly GivenCalls[],
): Promise<ReadonlySet<Call>> {
  const dropped = new Set<Call>();
  if (!isPart(model)) return dropped;
  const gone: number[] = [];
  for (const { given, calls } of named) {
    const values = (call: Call): unknown[] => given.map(({ property }) => sentValue(call, property));
    const properties = given.map(({ property }) => property);
    const found = await pendingWith(context.tx, context.caller.tenantId, model.name, properties, calls.map(values));
    for (const { row, id, key } of found) {
      const call = calls[row] as Call;
      if (call.keeps?.has(key)) continue;
      gone.push(id);
      dropped.add(call);
    }
    for (const call of dropOfBatch(context, model, given, calls)) dropped.add(call);
  }
  if (gone.length > 0) await deletePending(context.tx, context.caller.tenantId, gone);
  return dropped;
}

/** The same for parts that earlier calls of the batch sent: these were created, and are deleted again. */
function dropOfBatch(
  context: WriteContext,
  model: EntityModel,
  given: readonly ColumnModel[],
  calls: readonly Call[],
): Call[] {
  if (context.pending.length === 0) return [];
  const keyOf = (call: Call): string => recordKey(given.map(({ property }) => sentValue(call, property) as string));
  const doomed = new Map(calls.map((call) => [keyOf(call), call]));
  const found: Call[] = [];
  context.dropPending(({ call }) => {
    const by = call.shape.procedure.model === model ? doomed.get(keyOf(call)) : undefined;
    if (!by || by.keeps?.has(call.key)) return false;
    found.push(by);
    return true;
  });
  return found;
}

/** Deletes what waits for records that are deleted, whether they exist or not: a record that comes later under the same key is another one. */
export async function dropWaitingFor(context: WriteContext, { shape, calls }: Group): Promise<void> {
  const { model, action } = shape.procedure;
  if (action !== 'delete') return;
  if (model.name === 'Job')
    await dropPartsOf(
      context,
      [],
      calls.map(({ key }) => taskNamesOf(key)),
    );
  else if (isAwaited(model))
    await dropPartsOf(
      context,
      calls.map(({ key }) => awaitedName(model, key)),
    );
}

/** Tasks have the key of their job in front. */
const taskNamesOf = (jobKey: string): string => `${awaitedName(modelNamed('Task'), jobKey)}${SEPARATOR}`;
const SEPARATOR = '\u001f';

/** Deletes what waits for these records or belongs to them. `below` are the names of records without the last part of their keys. */
export async function dropPartsOf(
  context: WriteContext,
  names: readonly string[],
  below: readonly string[] = [],
): Promise<void> {
  if (names.length + below.length === 0) return;
  await deletePendingOf(context.tx, context.caller.tenantId, names, below);
  const gone = new Set([...names, ...below]);
  const isGone = (name: string): boolean => gone.has(name) || gone.has(name.slice(0, name.lastIndexOf(SEPARATOR) + 1));
  context.dropPending(({ call, waitsFor }) => isGone(waitsFor) || isGone(partKept(call)?.partOf ?? ''));
}

/** Deletes the parts that wait and spell a record that is deleted, such as a filter value. */
export async function dropSpelling(
  { tx, caller }: WriteContext,
  model: EntityModel,
  columns: readonly ColumnModel[],
  spelled: readonly (readonly unknown[])[],
): Promise<void> {
  if (!isPart(model)) return;
  const properties = columns.map(({ property }) => property);
  const found = await pendingWith(tx, caller.tenantId, model.name, properties, spelled);
  if (found.length > 0)
    await deletePending(
      tx,
      caller.tenantId,
      found.map(({ id }) => id),
    );
}
