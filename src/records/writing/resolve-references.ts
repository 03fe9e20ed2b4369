import { errorDetail } from '../../domain/errors.ts';
import type { ReferenceModel } from '../derive/model.ts';
import { awaitedName } from '../derive/parts.ts';
import type { Call, CallShape } from './call.ts';
import { findVisible } from './find-visible.ts';
import { Interrupted } from './interrupted.ts';
import type { Group } from './plan-groups.ts';
import type { WriteContext } from './write-context.ts';

export interface Resolved {
  readonly call: Call;
  /** Ids of the referred records, in the order of shape.references. */
  readonly ids: readonly (number | null)[];
}

/**
 * Finds the records that the calls of a group refer to, one statement per reference, and keeps them from being deleted until the
 * transaction ends. A call whose reference does not exist is rejected or passed over, as its declaration says.
 */
export async function resolveReferences(context: WriteContext, group: Group): Promise<Resolved[]> {
  let open = group.calls.map(unresolved);
  for (let at = 0; at < group.shape.references.length; at++) open = await resolveOne(context, group.shape, open, at);
  return open;
}

interface Resolving {
  readonly call: Call;
  readonly ids: (number | null)[];
}

const unresolved = (call: Call): Resolving => ({ call, ids: [] });

/** Finds the records of one reference. Answers the calls that go on. */
async function resolveOne(
  context: WriteContext,
  shape: CallShape,
  open: readonly Resolving[],
  at: number,
): Promise<Resolving[]> {
  const sought = shape.references[at] as ReferenceModel;
  const { target, name } = sought;
  const wanted = new Set<string>();
  for (const { call } of open) {
    const key = keyReferredTo(call, shape, at);
    if (typeof key === 'string' && call.held?.[name] === undefined) wanted.add(key);
  }
  const found = await findVisible(context, target, [...wanted], 'hold');
  const resolved: Resolving[] = [];
  for (const each of open) {
    const { call, ids } = each;
    const key = keyReferredTo(call, shape, at);
    const id = call.held?.[name] ?? (typeof key === 'string' ? found.get(key)?.id : null);
    if (id === undefined) refuseMissing(context, call, shape, sought, key);
    else {
      ids.push(id);
      resolved.push(each);
    }
  }
  return resolved;
}

/** The key of the record that a call refers to by the reference at a place of a shape: its own shape may be another. */
function keyReferredTo(call: Call, shape: CallShape, at: number): string | null | undefined {
  if (call.shape === shape) return call.referred[at];
  const name = shape.references[at]?.name;
  return call.referred[call.shape.references.findIndex((each) => each.name === name)];
}

/** Rejects a call whose reference does not exist, or passes it over, or keeps it until the record exists. */
function refuseMissing(
  context: WriteContext,
  call: Call,
  shape: CallShape,
  { target, reference }: ReferenceModel,
  key: string | null | undefined,
): void {
  if (typeof key === 'string' && context.sawBefore(target, key))
    throw new Interrupted('a record that this batch refers to was deleted in the meantime');
  const parameter = shape.procedure.model.column(reference.by.at(-1) ?? '').param;
  const spelled = reference.by
    .map((property) => call.values[call.shape.columns.findIndex((column) => column.property === property)])
    .join('/');
  const refusal = errorDetail('APP004', `${parameter}: there is no ${target.name} ${spelled}.`, parameter, {
    value: spelled,
  });
  if (reference.missing === 'wait' && typeof key === 'string') context.wait(call, awaitedName(target, key), refusal);
  else if (reference.missing === 'ignore') context.ignore(call, refusal);
  else context.reject(call, refusal);
}
