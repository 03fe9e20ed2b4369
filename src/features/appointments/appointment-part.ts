import { lockedFor } from '../../domain/appointment.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { type Call, type CallShape, onBehalfOf, sentValue } from '../../records/writing/call.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { requireVersion } from '../../records/writing/require-version.ts';
import { foreignTo } from '../../records/writing/source-app-limit.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';
import { isPlanner } from './appointment-lock.ts';
import type { NamedAppointment } from './appointment-store.ts';
import { type Named, nameAppointments, unnamed } from './name-appointments.ts';

/** Records that belong to an appointment: named by any of its names when they come, stored under its number. */
export async function writeAppointmentParts(context: WriteContext, group: Group): Promise<void> {
  await writeNamedParts(context, group, await nameAppointments(context, group.calls));
}

export async function writeNamedParts(context: WriteContext, group: Group, named: Named): Promise<void> {
  const planner = isPlanner(context);
  const calls: Call[] = [];
  for (const call of group.calls) {
    const appointment = named.get(call);
    const refusal = appointment && (foreignTo(context, appointment.sourceApp) ?? lockedFor(planner, appointment));
    if (!appointment) context.ignore(call, unnamed(call));
    else if (refusal) context.reject(call, refusal);
    else calls.push(under(call, appointment));
  }
  const sharesVersion = group.shape.procedure.model.entity.versionedBy !== undefined;
  if (sharesVersion) await requireAppointmentVersion(context, group.calls, named);
  const written = sharesVersion ? calls.map(withoutVersion) : calls;
  if (calls.length > 0) await writeGroup(context, { shape: (calls[0] as Call).shape, calls: written });
  if (!sharesVersion) return;
  for (const call of group.calls) {
    const appointment = named.get(call);
    if (!appointment) continue;
    context.partsOf.set(call.index, appointment.id);
    context.setVersion(call.index, appointment.version);
  }
}

/** If-Match holds the version of the appointment: who carries it out is a part of it. `*` still asks for the part itself. */
async function requireAppointmentVersion(context: WriteContext, calls: readonly Call[], named: Named): Promise<void> {
  const seen = calls.filter(
    (call) => typeof call.expected === 'number' && context.results[call.index]?.outcome !== 'rejected',
  );
  if (seen.length === 0) return;
  const owned = seen.map((call): Call => {
    const { key = '', appointmentNo = call.owner?.replace(/^\w+:/, '') ?? '' } = named.get(call) ?? {};
    return { ...call, key, shownKey: appointmentNo };
  });
  const known = new Map([...named.values()].map((appointment) => [appointment.key, appointment]));
  await requireVersion(context, modelNamed('Appointment'), owned, known);
}

const withoutVersion = (call: Call): Call => (typeof call.expected === 'number' ? onBehalfOf(call) : call);

/** The same call with the appointment spelled out in full. */
function under(call: Call, appointment: NamedAppointment): Call {
  const { model, action } = call.shape.procedure;
  const spelled: Record<string, unknown> = {
    appointmentId: appointment.id,
    appointmentGuid: appointment.appointmentGuid,
    appointmentNo: appointment.appointmentNo,
  };
  const columns = model.columns.filter(
    ({ property, isKey }) =>
      (property in spelled && (action === 'upsert' || isKey)) ||
      call.shape.columns.some((column) => column.property === property && !(property in spelled)),
  );
  const wanted = (property: string): unknown => spelled[property] ?? sentValue(call, property);
  const references = action === 'upsert' ? model.references : [];
  const shape: CallShape = { ...call.shape, columns, references };
  return {
    ...call,
    shape,
    values: columns.map(({ property }) => wanted(property)),
    key: recordKey(model.keyColumns.map(({ property }) => wanted(property))),
    shownKey: model.keyColumns.map(({ property }) => String(wanted(property) ?? '')).join('/'),
    referred: references.map(({ reference }) => recordKey(reference.by.map(wanted))),
  };
}
