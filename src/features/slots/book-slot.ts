import type { Caller } from '../../platform/caller.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { model as modelNamed, procedureFor } from '../../records/derive/model.ts';
import type { HasExtensions } from '../../records/extensions.ts';
import { recordById } from '../../records/storage/record-reads.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { Guard } from '../../records/writing/guarded-write.ts';
import { parseFor, type Work, type WriteGuard, writeWork } from '../../records/writing/write-calls.ts';
import { showAppointment } from '../appointments/appointments.ts';
import { dropHold } from '../planning/hold-store.ts';
import { claimSlot, orAlternatives } from './hold-slot.ts';
import type { SlotDeps } from './recommend.ts';
import { digestOf } from './slot-token.ts';

export interface Booked {
  /** The appointment as JSON. */
  readonly record: string;
  readonly version: number;
  readonly guid: string;
}

/**
 * POST /recommendation/book: the slot becomes an appointment of the task, by the ordinary way of appointments, in one transaction that begins
 * with the claim of the slot and ends with its hold.
 */
export async function bookSlot(
  deps: SlotDeps & HasExtensions & HasSealer & HasStatistics,
  caller: Caller,
  { token, further }: { readonly token: string; readonly further: Readonly<Record<string, unknown>> },
  signal: AbortSignal,
  guard?: Guard<Booked>,
): Promise<Booked> {
  const { slot, request } = deps.slotTokens.open(caller.tenantId, token);
  const procedure = procedureFor(modelNamed('Appointment'), 'upsert');
  if (!procedure) throw new Error('appointments cannot be written');
  const resource = await recordById(deps.db, caller.tenantId, modelNamed('Resource'), slot.resourceId);
  const fields = Object.entries(further).filter(([name]) => !OURS.has(name.toLowerCase()));
  const call = fromObject(procedure, {
    ...request.task,
    ...Object.fromEntries(fields),
    resourceNo: resource?.['resourceNo'],
    start: new Date(slot.start).toISOString(),
    end: new Date(slot.end).toISOString(),
  });
  return orAlternatives(deps, caller, request, signal, async () => {
    const parsed = await parseFor(deps, caller, [call], 'property');
    let booked: Booked | undefined;
    const whole = (): Booked => {
      if (!booked) throw new Error('the appointment was not made');
      return booked;
    };
    // Shown as it was written, and before the log, for whose counter others wait.
    const finish: Work['finish'] = async ({ tx, appointments: [made] }) => {
      await dropHold(tx, caller.tenantId, digestOf(token));
      if (made) booked = { ...(await showAppointment({ db: tx }, caller, made.guid)), guid: made.guid };
      return undefined;
    };
    const around: WriteGuard = {
      async enter(tx) {
        await guard?.enter(tx);
        await claimSlot(tx, deps, caller, slot, token);
      },
      leave: async (tx) => guard?.leave(tx, whole()),
    };
    const options = { handling: 'strict', dryRun: false, speak: 'property' } as const;
    await writeWork(deps, caller, options, async () => ({ parsed, size: 1, finish }), around);
    return whole();
  });
}

/** What the slot says, the body does not say again. */
const OURS = new Set(['token', 'resourceno', 'start', 'end', 'replaceresource', 'appointmentid', 'appointmentno']);
