import { problem } from '../../domain/errors.ts';
import { appointmentsNamed, type NamedAppointment } from '../../storage/appointment-store.ts';
import { type Call, sentValue } from '../writing/call.ts';
import { recordKey } from '../writing/record-key.ts';
import type { WriteContext } from '../writing/write-context.ts';

export type Named = ReadonlyMap<Call, NamedAppointment>;

/** Finds the appointments that calls name by GUID, number or id: one statement for all of them. */
export async function nameAppointments(context: WriteContext, calls: readonly Call[]): Promise<Named> {
  const ids = new Set<number>();
  const guids = new Set<string>();
  const nos = new Set<string>();
  for (const call of calls) {
    const [id, guid, no] = [
      sentValue(call, 'appointmentId'),
      sentValue(call, 'appointmentGuid'),
      sentValue(call, 'appointmentNo'),
    ];
    if (typeof id === 'number') ids.add(id);
    if (typeof guid === 'string') guids.add(guid);
    if (typeof no === 'string') nos.add(recordKey([no]));
  }
  if (ids.size + guids.size + nos.size === 0) return new Map();
  const found = await appointmentsNamed(context.tx, context.caller.tenantId, {
    ids: [...ids],
    guids: [...guids],
    nos: [...nos],
  });
  const byName = new Map<string, NamedAppointment>();
  for (const each of found) {
    byName.set(`appointmentId:${each.id}`, each);
    byName.set(`appointmentGuid:${each.appointmentGuid}`, each);
    byName.set(`appointmentNo:${each.key}`, each);
  }
  return new Map(
    calls.flatMap((call) => {
      const appointment = byName.get(call.owner ?? '');
      return appointment ? [[call, appointment] as const] : [];
    }),
  );
}

export const unnamed = (call: Call) =>
  call.owner?.startsWith('new:')
    ? problem(
        'REQ015',
        'The call names no appointment: send AppointmentNo, AppointmentGuid or AppointmentId.',
        'AppointmentId',
      )
    : problem('APP007', `There is no appointment with ${call.owner?.replace(':', ' ')}.`);
