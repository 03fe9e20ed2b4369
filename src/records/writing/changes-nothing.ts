import { compareRows } from '../storage/record-store.ts';
import type { Call } from './call.ts';
import { recordsNamed } from './delete-group.ts';
import type { Group } from './plan-groups.ts';
import { valuesText } from './row-text.ts';
import type { WriteContext } from './write-context.ts';

/** The calls of a group that leave everything as it is: they repeat what is stored, or delete what is not there. */
export async function changingNothing(context: WriteContext, { shape, calls }: Group): Promise<ReadonlySet<Call>> {
  if (calls.length === 0) return new Set();
  const { action, model } = shape.procedure;
  if (action === 'delete' || action === 'clear') {
    const named = await recordsNamed(context, { shape, calls });
    return new Set(calls.filter((call) => (named.get(call) ?? []).length === 0));
  }
  const rows = calls.map((call) => ({ key: call.key, values: valuesText(call, shape) }));
  const stored = await compareRows(context.tx, context.caller.tenantId, { ...shape, model }, [rows]);
  return new Set(calls.filter((call) => stored.get(call.key)?.differs === false));
}
