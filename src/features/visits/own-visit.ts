import { refuse } from '../../domain/errors.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import {
  type AssignmentRow,
  appointmentsNamed,
  assignmentsOf,
  type NamedAppointment,
} from '../appointments/appointment-store.ts';
import { lockResource } from '../time/lock-resource.ts';
import type { LockedResource } from '../time/time-store.ts';

/** An appointment of the resource that the caller is. Both are locked until the transaction ends. */
export interface OwnVisit {
  readonly appointment: NamedAppointment;
  readonly resource: LockedResource;
  readonly staff: readonly AssignmentRow[];
}

/** The resource that a caller is. */
export function ownResourceNo({ resourceNo }: Caller): string {
  if (resourceNo === null)
    throw refuse(
      'USR004',
      'Your user is not linked to a resource: ask an administrator to set the resource number (ResourceNo) of your user.',
    );
  return resourceNo;
}

export const noOwnResource = (resourceNo: string) =>
  refuse('USR004', `Your resource ${resourceNo} does not exist: ask an administrator to correct your user.`);

export const lockOwnResource = (tx: Transaction, caller: Caller): Promise<LockedResource> =>
  lockResource(tx, caller, ownResourceNo(caller));

/** One message for an appointment of others, a hidden one and one that is gone: a worker cannot tell them apart. */
const notOwnVisit = (appointmentId: number) =>
  refuse('APP060', `Appointment ${appointmentId} is not one of your visits, or no longer.`, 'appointmentId', {
    appointmentId,
  });

export async function ownVisit(
  tx: Transaction,
  caller: Caller,
  resource: LockedResource,
  appointmentId: number,
): Promise<OwnVisit> {
  const names = { ids: [appointmentId], guids: [], nos: [] };
  const [appointment] = await appointmentsNamed(tx, caller.tenantId, names, caller);
  const staff = appointment ? await assignmentsOf(tx, caller.tenantId, [appointment.id]) : [];
  if (!appointment || !staff.some(({ resourceId }) => resourceId === resource.id)) throw notOwnVisit(appointmentId);
  return { appointment, resource, staff };
}

const OF_VISITS: readonly Permission[] = ['plan.write', 'records.import'];

/**
 * For what a worker may do to an own visit, and to nothing else: the calls are made by the service. Locks bind planners, and not those who stand in
 * front of the door.
 */
export const onBehalfOfWorker = (caller: Caller): Caller => ({
  ...caller,
  permissions: [...new Set([...caller.permissions, ...OF_VISITS])],
  origin: 'system',
});
