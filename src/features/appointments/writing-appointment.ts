import { type Call, sentValue } from '../../records/writing/call.ts';
import { otherSource } from '../../records/writing/other-source.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import { byShape } from '../../records/writing/reshape.ts';
import { foreignTo } from '../../records/writing/source-app-limit.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';
import { passingLocks } from './appointment-lock.ts';
import { withNextNumber } from './appointment-numbers.ts';
import { Staffing, settledId, withResources } from './appointment-staff.ts';
import { changedAppointments } from './appointment-times.ts';
import { type Named, nameAppointments, unnamed } from './name-appointments.ts';
import { namesOfIds } from './names-of-ids.ts';
import { newAppointments } from './new-appointments.ts';
import { getsTask } from './no-task.ts';
import { removeAppointments } from './remove-appointments.ts';

/**
 * Appointments: named by id, GUID or number; new ones take what is missing from their task and job; a resource joins or replaces those
 * assigned; what is locked stays as it is for planners. What is left then goes the generic way.
 */
export async function writeAppointments(context: WriteContext, group: Group): Promise<void> {
  const named = await nameAppointments(context, group.calls);
  const open = named.size === 0 ? group.calls : group.calls.filter((call) => isOwn(context, call, named));
  switch (group.shape.procedure.action) {
    case 'upsert':
      return upsert(context, open, named);
    case 'delete':
      return removeAppointments(context, open, named);
    default:
      return set(context, open, named);
  }
}

/** Not of another source system: of one that the key may not reach, or of another one than the call names. */
function isOwn(context: WriteContext, call: Call, named: Named): boolean {
  const appointment = named.get(call);
  if (!appointment) return true;
  const foreign = foreignTo(context, appointment.sourceApp ?? '');
  const mistaken = getsTask(call, appointment)
    ? undefined
    : otherSource(call, appointment, `appointment ${appointment.appointmentNo}`);
  if (foreign) context.reject(call, foreign);
  else if (mistaken) context.ignore(call, mistaken);
  return !foreign && !mistaken;
}

async function upsert(context: WriteContext, sent: readonly Call[], found: Named): Promise<void> {
  const { calls, named } = await namesOfIds(context, sent, found);
  const finding = withResources(context, calls);
  // Its failure is reported below.
  finding.catch(() => {});
  await context.tx.sent();
  const fresh = named.size === 0 ? calls : calls.filter((call) => !named.has(call));
  const made = await newAppointments(context, fresh, finding);
  const resources = await finding;
  const changed = named.size === 0 ? [] : calls.filter((call) => named.has(call) && resources.has(call));
  const ready = [...made, ...(await changing(context, changed, named))];
  const guids = new Map([...named].map(([call, { appointmentGuid }]) => [call.index, appointmentGuid]));
  // What exists is named, and locked by that; all else is new.
  const locked = new Map([...named.values()].map((appointment) => [appointment.key, appointment]));
  const staffing = new Staffing(idsByIndex(resources), guids);
  const renamed = new Map<number, Call>();
  for (const part of byShape(ready))
    await writeGroup(context, part, {
      locked,
      meanwhile: (ids) => staffing.prepare(part.calls, ids),
      stored: () => staffing.begin(context, part.calls),
      renamed: (call) => {
        const other = withNextNumber(call);
        renamed.set(call.index, other);
        return other;
      },
    });
  const written = renamed.size === 0 ? ready : ready.map((call) => renamed.get(call.index) ?? call);
  await staffing.assign(context, written);
  for (const call of written) {
    const id = settledId(context, call);
    const guid = guids.get(call.index) ?? String(sentValue(call, 'appointmentGuid'));
    if (id !== undefined) context.appointments.push({ index: call.index, id, guid });
  }
}

function idsByIndex(resources: ReadonlyMap<Call, number | undefined>): Map<number, number> {
  const ids = new Map<number, number>();
  for (const [{ index }, id] of resources) if (id !== undefined) ids.set(index, id);
  return ids;
}

/** Changes of existing appointments, as far as locks let them through. */
async function changing(context: WriteContext, calls: readonly Call[], named: Named): Promise<readonly Call[]> {
  const byIndex = new Map([...named].map(([call, appointment]) => [call.index, appointment]));
  const changed = await changedAppointments(context, calls, named);
  return passingLocks(context, changed, ({ index }) => byIndex.get(index));
}

async function set(context: WriteContext, calls: readonly Call[], named: Named): Promise<void> {
  for (const call of calls) if (!named.has(call)) context.ignore(call, unnamed(call));
  const known = calls.filter((call) => named.has(call));
  for (const part of byShape(await changing(context, known, named))) await writeGroup(context, part);
}
