import { errorDetail } from '../../domain/errors.ts';
import type { Call } from '../../records/writing/call.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { appointmentsNamed, type NamedAppointment } from './appointment-store.ts';

export type Named = ReadonlyMap<Call, NamedAppointment>;

/** Finds the appointments that calls name by GUID, number or id: one statement for all of them. */
export async function nameAppointments(context: WriteContext, calls: readonly Call[]): Promise<Named> {
  const names: string[] = [];
  for (const { owner } of calls) if (owner !== undefined && !owner.startsWith('new:')) names.push(owner);
  const found = await appointmentsByName(context, names);
  const named = new Map<Call, NamedAppointment>();
  if (found.size === 0) return named;
  for (const call of calls) {
    const appointment = found.get(call.owner ?? '');
    if (appointment) named.set(call, appointment);
  }
  return named;
}

/** Appointments under the names that were asked for: `appointmentGuid:…`, `appointmentNo:…` or `appointmentId:…`. */
export async function appointmentsByName(
  context: WriteContext,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedAppointment>> {
  const byWay = new Map<string, Set<string>>();
  for (const name of names) {
    const at = name.indexOf(':');
    const way = name.slice(0, at);
    byWay.set(way, (byWay.get(way) ?? new Set()).add(name.slice(at + 1)));
  }
  const of = (way: string): string[] => [...(byWay.get(way) ?? [])];
  if (byWay.size === 0) return new Map();
  const sent = {
    ids: of('appointmentId').map(Number),
    guids: of('appointmentGuid'),
    nos: of('appointmentNo'),
  };
  const found = await appointmentsNamed(context.tx, context.caller.tenantId, sent, context.viewer);
  const byName = new Map<string, NamedAppointment>();
  for (const each of found) {
    byName.set(`appointmentId:${each.id}`, each);
    byName.set(`appointmentGuid:${each.appointmentGuid}`, each);
    byName.set(`appointmentNo:${each.key}`, each);
  }
  return byName;
}

export const unnamed = (call: Call) =>
  call.owner?.startsWith('new:')
    ? errorDetail(
        'REQ015',
        'The call identifies no appointment: send AppointmentNo, AppointmentGuid or AppointmentId.',
        'AppointmentId',
      )
    : errorDetail('APP007', `There is no appointment with ${call.owner?.replace(':', ' ')}.`);
