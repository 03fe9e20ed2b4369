import { lockedFor } from '../../domain/appointment.ts';
import type { ErrorDetail } from '../../domain/errors.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { isPart } from '../../records/derive/parts.ts';
import { type Call, type CallShape, onBehalfOf, sentValue } from '../../records/writing/call.ts';
import { changingNothing } from '../../records/writing/changes-nothing.ts';
import { byGiven } from '../../records/writing/delete-group.ts';
import { dropNamed } from '../../records/writing/drop-pending.ts';
import { otherSource } from '../../records/writing/other-source.ts';
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

/** `bound`: what else keeps a call from changing anything, beside the locks of its appointment. */
export async function writeNamedParts(
  context: WriteContext,
  group: Group,
  named: Named,
  bound: (call: Call) => ErrorDetail | undefined = () => undefined,
): Promise<void> {
  const dropped = await dropPending(context, group, named);
  const calls: Call[] = [];
  const refusals = new Map<Call, ErrorDetail>();
  for (const call of group.calls) {
    const appointment = named.get(call);
    if (!appointment) {
      settleUnnamed(context, call, dropped);
      continue;
    }
    const foreign = foreignTo(context, appointment.sourceApp ?? '');
    const mistaken = otherSource(call, appointment, `appointment ${appointment.appointmentNo}`);
    if (foreign) context.reject(call, foreign);
    else if (mistaken) context.ignore(call, mistaken);
    else {
      const part = withoutVersion(under(call, appointment));
      // Parts that waited for the appointment were accepted before it was locked.
      const refusal = lockedFor(isPlanner(context, call) && !context.createsOnly, appointment) ?? bound(call);
      if (refusal) refusals.set(part, refusal);
      calls.push(part);
    }
  }
  const sharesVersion = group.shape.procedure.model.entity.versionedBy !== undefined;
  if (sharesVersion) await requireAppointmentVersion(context, group.calls, named);
  const written = await unlessBound(context, calls, refusals);
  if (written[0]) await writeGroup(context, { shape: written[0].shape, calls: written });
  for (const call of group.calls) if (dropped.has(call.index)) context.upgrade(call, 'ignored', 'deleted');
  if (dropped.size > 0) context.withdrawWarnings(dropped);
  if (!sharesVersion) return;
  for (const call of group.calls) {
    const appointment = named.get(call);
    if (!appointment) continue;
    context.partsOf.set(call.index, appointment.id);
    context.setVersion(call.index, appointment.version);
  }
}

const BY_GUID = 'appointmentGuid:';

/** A call whose appointment is unknown: a part waits for it, if the call names it by GUID. */
function settleUnnamed(context: WriteContext, call: Call, dropped: ReadonlySet<number>): void {
  const { model, action } = call.shape.procedure;
  if (dropped.has(call.index)) context.settle(call, 'deleted');
  else if (action === 'upsert' && isPart(model) && call.owner?.startsWith(BY_GUID))
    context.wait(call, `Appointment|${call.owner}`, unnamed(call));
  else context.ignore(call, unnamed(call));
}

/** Deletes parts that wait: for their appointment, which only its GUID can name, or for the container. Answers the indexes of the calls. */
async function dropPending(context: WriteContext, { shape, calls }: Group, named: Named): Promise<ReadonlySet<number>> {
  const { model, action } = shape.procedure;
  if (action !== 'delete') return new Set();
  const guid = model.column('appointmentGuid');
  const own = shape.columns.filter(({ property, isKey }) => isKey && property !== 'appointmentNo');
  const byGuid = calls.flatMap((call): Call[] => {
    const known = call.owner?.startsWith(BY_GUID) ? call.owner.slice(BY_GUID.length) : undefined;
    const value = named.get(call)?.appointmentGuid ?? known;
    if (value === undefined || !isPart(model)) return [];
    const columns = [guid, ...own];
    return [
      {
        ...call,
        shape: { ...shape, columns },
        values: [value, ...own.map(({ property }) => sentValue(call, property))],
      },
    ];
  });
  const dropped =
    byGuid.length === 0
      ? []
      : await dropNamed(
          context,
          model,
          byGiven({ shape: { ...shape, columns: [guid, ...own] }, calls: byGuid }, false),
        );
  return new Set([...dropped].map(({ index }) => index));
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

/** A part that shares the version of its appointment is not held against a version of its own. */
const withoutVersion = (call: Call): Call =>
  typeof call.expected === 'number' && call.shape.procedure.model.entity.versionedBy ? onBehalfOf(call) : call;

/** A call that changes nothing is not refused, whatever binds it. */
async function unlessBound(
  context: WriteContext,
  calls: readonly Call[],
  refusals: ReadonlyMap<Call, ErrorDetail>,
): Promise<readonly Call[]> {
  const [first] = refusals.keys();
  if (!first) return calls;
  const same = await changingNothing(context, { shape: first.shape, calls: [...refusals.keys()] });
  return calls.filter((call) => {
    const refusal = same.has(call) ? undefined : refusals.get(call);
    if (refusal) context.reject(call, refusal);
    return !refusal;
  });
}

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
