import { unsetOtherDefaults, type WithDefault } from '../storage/default-store.ts';
import { type Call, sentValue } from './call.ts';
import { differences, shownName } from './change-detail.ts';
import type { Group } from './plan-groups.ts';
import type { WriteContext } from './write-context.ts';

/** After calls that were written: the last one that became the default is the only one. */
export async function keepOneDefault(
  context: WriteContext,
  group: Group,
  calls: readonly Call[],
  table: WithDefault,
): Promise<void> {
  const preferred = calls.findLast((call) => sentValue(call, 'default') === true && isWritten(context, call));
  if (!preferred) return;
  const { model } = group.shape.procedure;
  const { tx, caller } = context;
  for (const record of await unsetOtherDefaults(tx, caller.tenantId, table, preferred.key, caller.actor))
    context.note(model, 'updated', record, shownName(model, record), differences(model, record.before, record.after));
}

const isWritten = (context: WriteContext, call: Call): boolean =>
  ['created', 'updated', 'unchanged'].includes(context.results[call.index]?.outcome ?? '');
