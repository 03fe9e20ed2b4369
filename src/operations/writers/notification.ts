import { problem } from '../../domain/errors.ts';
import { type Call, sentValue } from '../writing/call.ts';
import type { Group } from '../writing/plan-groups.ts';
import type { WriteContext } from '../writing/write-context.ts';
import { writeGroup } from '../writing/write-group.ts';

/**
 * A delete takes those of exactly the level it names: the task's with JobNo and TaskNo, the job's own with JobNo alone.
 */
export async function writeNotifications(context: WriteContext, group: Group): Promise<void> {
  if (group.shape.procedure.action === 'upsert') return writeGroup(context, group);
  for (const part of byLevel(context, group)) await writeGroup(context, part);
}

const LEVEL = ['jobNo', 'taskNo', 'appointmentId', 'appointmentGuid'];

/** Calls that name the same level, each with the columns that tell it. */
function byLevel(context: WriteContext, group: Group): Group[] {
  const { model } = group.shape.procedure;
  const parts = new Map<string, Call[]>();
  for (const call of group.calls) {
    const given = model.keyColumns.filter(({ property }) => (sentValue(call, property) ?? null) !== null);
    if (given.length === 0) {
      context.ignore(call, problem('REQ015', 'The call names no job, task or appointment; nothing was deleted.'));
      continue;
    }
    const ofAppointment = given.some(({ property }) => property.startsWith('appointment'));
    const columns = model.keyColumns.filter(
      (column) => given.includes(column) || (!ofAppointment && LEVEL.includes(column.property)),
    );
    const narrowed: Call = {
      ...call,
      shape: { ...call.shape, columns, exact: true },
      values: columns.map(({ property }) => sentValue(call, property) ?? null),
    };
    const id = columns.map(({ property }) => property).join(',');
    parts.set(id, [...(parts.get(id) ?? []), narrowed]);
  }
  return [...parts.values()].map((calls) => ({ shape: (calls[0] as Call).shape, calls }));
}
