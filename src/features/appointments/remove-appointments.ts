import { lockedFor } from '../../domain/appointment.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { guidName } from '../../records/derive/parts.ts';
import type { Call } from '../../records/writing/call.ts';
import { fromBackOffice } from '../../records/writing/change-detail.ts';
import { deleteTree } from '../../records/writing/delete-group.ts';
import { dropPartsOf } from '../../records/writing/drop-pending.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { requireVersion } from '../../records/writing/require-version.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { isPlanner } from './appointment-lock.ts';
import { assignmentsOf, type NamedAppointment } from './appointment-store.ts';
import { type Named, unnamed } from './name-appointments.ts';

/** The appointments that go as a whole, or that do not exist, as parts that wait for them name them. */
const namesLeaving = (calls: readonly Call[], found: ReadonlyMap<Call, NamedAppointment>): string[] =>
  calls
    .filter((call) => typeof call.options['resourceNo'] !== 'string')
    .flatMap((call) => {
      const guid = found.get(call)?.appointmentGuid;
      if (guid !== undefined) return [guidName(recordKey([guid]))];
      return call.owner?.startsWith('appointmentGuid:') ? [`Appointment|${call.owner}`] : [];
    });

/** With ResourceNo only that assignment goes, and the appointment when it was the last; without it the whole appointment. */
export async function removeAppointments(context: WriteContext, calls: readonly Call[], named: Named): Promise<void> {
  const { tx, caller } = context;
  const found = new Map<Call, NamedAppointment>();
  const spelled = calls.map((call): Call => {
    const appointment = named.get(call);
    if (!appointment) return call;
    const whole = { ...call, key: appointment.key, shownKey: appointment.appointmentNo };
    found.set(whole, appointment);
    return whole;
  });
  const known = new Map([...found.values()].map((appointment) => [appointment.key, appointment]));
  await requireVersion(context, modelNamed('Appointment'), spelled, known);
  for (const call of spelled)
    if (!found.has(call)) {
      if (call.owner?.startsWith('new:')) context.ignore(call, unnamed(call));
      else context.notThere(call, `${unnamed(call).message.slice(0, -1)}; nothing was deleted.`);
    }
  await dropPartsOf(context, namesLeaving(spelled, found));
  const present = [...found];
  const staffed = await assignmentsOf(
    tx,
    caller.tenantId,
    present.map(([, { id }]) => id),
  );
  const staffOf = new Map<number, typeof staffed>();
  for (const each of staffed) staffOf.set(each.appointmentId, [...(staffOf.get(each.appointmentId) ?? []), each]);
  const doomed: Doomed[] = [];
  const released: Doomed[] = [];
  for (const [call, appointment] of present) {
    const { id, version } = appointment;
    const resourceNo = call.options['resourceNo'];
    const own = staffOf.get(id) ?? [];
    const leaving = own.filter(
      (each) => typeof resourceNo !== 'string' || recordKey([each.resourceNo]) === recordKey([resourceNo]),
    );
    if (typeof resourceNo === 'string' && leaving.length === 0) {
      context.notThere(
        call,
        `Resource ${resourceNo} is not assigned to appointment ${appointment.appointmentNo}; nothing was deleted.`,
      );
      continue;
    }
    const refusal = lockedFor(isPlanner(context, call), appointment);
    if (refusal) {
      context.reject(call, refusal);
      continue;
    }
    if (typeof resourceNo !== 'string' || leaving.length === own.length) doomed.push({ call, id });
    else released.push(...leaving.map((each) => ({ call, id: each.id })));
    context.settle(call, 'deleted', { id, version });
  }
  await removeAll(context, 'Assignment', released);
  await removeAll(context, 'Appointment', doomed);
}

interface Doomed {
  readonly call: Call;
  readonly id: number;
}

/** The log says of each whether it was the back office. */
async function removeAll(context: WriteContext, name: string, doomed: readonly Doomed[]): Promise<void> {
  for (const flagged of [true, false]) {
    const own = doomed.filter(({ call }) => (fromBackOffice(call).fromBackOffice ?? false) === flagged);
    await deleteTree(
      context,
      modelNamed(name),
      own.map(({ id }) => id),
      { fromBackOffice: flagged },
    );
  }
}
