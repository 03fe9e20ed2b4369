import { errorDetail } from '../../domain/errors.ts';
import { awaitedName } from '../derive/parts.ts';
import type { Call } from './call.ts';
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
  const { references } = group.shape;
  let open: { call: Call; ids: (number | null)[] }[] = group.calls.map((call) => ({ call, ids: [] }));
  for (const [at, { target, reference, name }] of references.entries()) {
    const position = (call: Call): number =>
      call.shape === group.shape ? at : call.shape.references.findIndex((each) => each.name === name);
    const wanted = new Set<string>();
    for (const { call } of open) {
      const key = call.referred[position(call)];
      if (typeof key === 'string' && call.held?.[name] === undefined) wanted.add(key);
    }
    const found = await findVisible(context, target, [...wanted], 'hold');
    open = open.filter(({ call, ids }) => {
      const key = call.referred[position(call)];
      const id = call.held?.[name] ?? (typeof key === 'string' ? found.get(key)?.id : null);
      if (id !== undefined) {
        ids.push(id);
        return true;
      }
      if (typeof key === 'string' && context.sawBefore(target, key))
        throw new Interrupted('a record that this batch refers to was deleted in the meantime');
      const parameter = group.shape.procedure.model.column(reference.by.at(-1) ?? '').param;
      const spelled = reference.by
        .map((property) => call.values[call.shape.columns.findIndex((column) => column.property === property)])
        .join('/');
      const refusal = errorDetail('APP004', `${parameter}: there is no ${target.name} ${spelled}.`, parameter, {
        value: spelled,
      });
      if (reference.missing === 'wait' && typeof key === 'string')
        context.wait(call, awaitedName(target, key), refusal);
      else if (reference.missing === 'ignore') context.ignore(call, refusal);
      else context.reject(call, refusal);
      return false;
    });
  }
  return open;
}
