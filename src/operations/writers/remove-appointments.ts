import { model as modelNamed } from '../../derive/model.ts';
import { assignmentsOf, type NamedAppointment } from '../../storage/appointment-store.ts';
import type { Call } from '../writing/call.ts';
import { fromBackOffice } from '../writing/change-detail.ts';
import { deleteTree } from '../writing/delete-group.ts';
import { recordKey } from '../writing/record-key.ts';
import type { WriteContext } from '../writing/write-context.ts';
import { type Named, unnamed } from './name-appointments.ts';

/** With ResourceNo only that assignment goes, and the appointment when it was the last; without it the whole appointment. */
export async function removeAppointments(context: WriteContext, calls: readonly Call[], named: Named): Promise<void> {
  const { tx, caller } = context;
  const present = calls.filter((call) => {
    if (named.has(call)) return true;
    if (call.owner?.startsWith('new:')) context.ignore(call, unnamed(call));
    else context.settle(call, 'ignored');
    return false;
  });
  const staffed = await assignmentsOf(
    tx,
    caller.tenantId,
    present.map((call) => (named.get(call) as NamedAppointment).id),
  );
  const doomed: number[] = [];
  const released: number[] = [];
  for (const call of present) {
    const { id, version } = named.get(call) as NamedAppointment;
    const resourceNo = call.options['resourceNo'];
    const own = staffed.filter((each) => each.appointmentId === id);
    const leaving = own.filter(
      (each) => typeof resourceNo !== 'string' || recordKey([each.resourceNo]) === recordKey([resourceNo]),
    );
    if (typeof resourceNo === 'string' && leaving.length === 0) {
      context.settle(call, 'ignored');
      continue;
    }
    if (typeof resourceNo !== 'string' || leaving.length === own.length) doomed.push(id);
    else released.push(...leaving.map((each) => each.id));
    context.settle(call, 'deleted', { id, version });
  }
  const back = present[0] ? fromBackOffice(present[0]) : {};
  await deleteTree(context, modelNamed('Assignment'), released, back);
  await deleteTree(context, modelNamed('Appointment'), doomed, back);
}
