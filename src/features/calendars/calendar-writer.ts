import { circularParents } from '../../domain/calendar-tree.ts';
import { errorDetail } from '../../domain/errors.ts';
import type { Call } from '../../records/writing/call.ts';
import { keepOneDefault } from '../../records/writing/one-default.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';
import { calendarParents, lockCalendars } from './calendar-store.ts';

/** A tenant has one default calendar, and no calendar is its own ancestor. */
export async function writeCalendars(context: WriteContext, group: Group): Promise<void> {
  if (group.shape.procedure.action !== 'upsert') return writeGroup(context, group);
  await lockCalendars(context.tx, context.caller.tenantId);
  const calls = await withoutCircles(context, group);
  await writeGroup(context, { ...group, calls });
  await keepOneDefault(context, group, calls, 'calendar');
}

async function withoutCircles(context: WriteContext, group: Group): Promise<readonly Call[]> {
  const at = group.shape.references.findIndex((reference) => reference.name === 'parent');
  if (at < 0) return group.calls;
  const parents = await calendarParents(context.tx, context.caller.tenantId);
  const circular = circularParents(
    parents,
    group.calls.map((call) => ({ key: call.key, parent: call.referred[at] ?? null })),
  );
  return group.calls.filter((call) => {
    if (!circular.has(call.key)) return true;
    context.reject(call, errorDetail('APP009', `Calendar ${call.shownKey} would be its own ancestor.`, 'ParentCode'));
    return false;
  });
}
