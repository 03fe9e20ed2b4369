import { errorDetail } from '../../domain/errors.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { byShape, withColumns } from '../../records/writing/reshape.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';
import { appointmentsByName } from '../appointments/name-appointments.ts';

/**
 * A delete takes those of exactly the level it names: the task's with JobNo and TaskNo, the job's own with JobNo alone.
 */
export async function writeNotifications(context: WriteContext, sent: Group): Promise<void> {
  for (const group of await withGuids(context, sent)) {
    if (group.shape.procedure.action === 'upsert') await writeGroup(context, group);
    else for (const part of byLevel(context, group)) await writeGroup(context, part);
  }
}

/** An AppointmentNo stands for the GUID of its appointment. */
async function withGuids(context: WriteContext, group: Group): Promise<Group[]> {
  const { model } = group.shape.procedure;
  if (!group.shape.columns.some(({ property }) => property === 'appointmentNo')) return [group];
  const nameOf = (call: Call): string | undefined => {
    const no = sentValue(call, 'appointmentNo');
    return typeof no === 'string' ? `appointmentNo:${recordKey([no])}` : undefined;
  };
  const found = await appointmentsByName(
    context,
    group.calls.flatMap((call) => nameOf(call) ?? []),
  );
  const calls = group.calls.flatMap((call): Call[] => {
    const name = nameOf(call);
    const appointment = name === undefined ? undefined : found.get(name);
    if (name !== undefined && !appointment) {
      context.ignore(call, errorDetail('APP007', `There is no appointment ${sentValue(call, 'appointmentNo')}.`));
      return [];
    }
    const guid = appointment?.appointmentGuid ?? sentValue(call, 'appointmentGuid') ?? null;
    const wanted = (property: string): unknown => (property === 'appointmentGuid' ? guid : sentValue(call, property));
    const { without = [], column = '' } = model.entity.otherwiseKeyedBy ?? {};
    const further = without.every((property) => (wanted(property) ?? null) === null) ? [wanted(column)] : [];
    const key = recordKey([...model.keyColumns.map(({ property }) => wanted(property)), ...further]);
    return [withColumns(call, { appointmentGuid: guid }, key)];
  });
  return byShape(calls);
}

const LEVEL = ['jobNo', 'taskNo', 'appointmentId', 'appointmentGuid'];

/** Calls that name the same level, each with the columns that tell it. */
function byLevel(context: WriteContext, group: Group): Group[] {
  const { model } = group.shape.procedure;
  const parts = new Map<string, Call[]>();
  for (const call of group.calls) {
    const given = model.keyColumns.filter(({ property }) => (sentValue(call, property) ?? null) !== null);
    if (given.length === 0) {
      context.ignore(
        call,
        errorDetail('REQ015', 'The call identifies no job, task or appointment; nothing was deleted.'),
      );
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
