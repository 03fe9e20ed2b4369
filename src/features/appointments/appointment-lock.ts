import { lockedFor } from '../../domain/appointment.ts';
import { actsForBackOffice, type Caller } from '../../platform/caller.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import { fromBackOffice } from '../../records/writing/change-detail.ts';
import { changingNothing } from '../../records/writing/changes-nothing.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { byShape, withColumns } from '../../records/writing/reshape.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { assignmentsOf, type NamedAppointment } from './appointment-store.ts';

/** Whether the caller plans where nothing else is said, and does not act for the back office, which owns what it sends. */
export const isPlanning = (caller: Pick<Caller, 'keyId' | 'origin'>): boolean =>
  caller.origin !== 'system' && !actsForBackOffice(caller);

/** Whether a call is one of a planner: locks and allowed windows bind it. */
export const isPlanner = ({ caller }: Pick<WriteContext, 'caller'>, call: Call): boolean =>
  caller.origin !== 'system' && !(fromBackOffice(call).fromBackOffice ?? actsForBackOffice(caller));

/**
 * The calls, spelled out under the keys of their appointments, that a lock lets through: those of the back office, those that change nothing,
 * and unlocking, also while the task is locked, but then nothing else with it. The others are rejected.
 */
export async function passingLocks(
  context: WriteContext,
  calls: readonly Call[],
  appointmentOf: (call: Call) => NamedAppointment | undefined,
): Promise<readonly Call[]> {
  const held = new Map<Call, NamedAppointment>();
  for (const call of calls) {
    const appointment = appointmentOf(call);
    const opens = sentValue(call, 'locked') === false && !appointment?.taskLocked;
    if (appointment && !opens && lockedFor(isPlanner(context, call), appointment)) held.set(call, appointment);
  }
  if (held.size === 0) return calls;
  const same = await repeating(context, held);
  return calls.filter((call) => {
    const appointment = held.get(call);
    const refusal = appointment && !same.has(call) && lockedFor(true, appointment);
    if (refusal) context.reject(call, refusal);
    return !refusal;
  });
}

/** The calls that leave their appointments as they are, unlocking aside. */
async function repeating(context: WriteContext, held: ReadonlyMap<Call, NamedAppointment>): Promise<ReadonlySet<Call>> {
  const compared = new Map(
    [...held.keys()].map((call) => [
      sentValue(call, 'locked') === false ? withColumns(call, {}, call.key, { dropped: ['locked'] }) : call,
      call,
    ]),
  );
  const same = new Set<Call>();
  for (const part of byShape([...compared.keys()]))
    for (const call of await changingNothing(context, part)) same.add(compared.get(call) ?? call);
  for (const call of await restaffing(context, held)) same.delete(call);
  return same;
}

/** The calls that add a resource, or replace others. */
async function restaffing(context: WriteContext, held: ReadonlyMap<Call, NamedAppointment>): Promise<Call[]> {
  const asking = [...held].filter(([call]) => typeof call.options['resourceNo'] === 'string');
  if (asking.length === 0) return [];
  const staff = await assignmentsOf(
    context.tx,
    context.caller.tenantId,
    asking.map(([, { id }]) => id),
  );
  return asking
    .filter(([call, { id }]) => {
      const wanted = recordKey([call.options['resourceNo']]);
      const own = staff.filter(({ appointmentId }) => appointmentId === id).map((each) => recordKey([each.resourceNo]));
      return !own.includes(wanted) || (call.options['replaceResource'] === true && own.length > 1);
    })
    .map(([call]) => call);
}
