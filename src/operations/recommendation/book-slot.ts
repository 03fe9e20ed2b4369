import { model as modelNamed, procedureFor } from '../../derive/model.ts';
import { refuse } from '../../domain/errors.ts';
import { dropHold } from '../../storage/hold-store.ts';
import { recordById } from '../../storage/record-reads.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { Body } from '../read-body.ts';
import { showAppointment } from '../reading/appointments.ts';
import { fromObject } from '../writing/from-object.ts';
import { writeCalls } from '../writing/write-calls.ts';
import { claimSlot, orAlternatives } from './hold-slot.ts';
import { digestOf } from './slot-token.ts';

/**
 * POST /recommendation/book: the slot becomes an appointment of the task, by the ordinary way of appointments, in one transaction that begins
 * with the claim of the slot and ends with its hold.
 */
export async function bookSlot(
  deps: Deps,
  caller: Caller,
  sent: unknown,
  signal: AbortSignal,
): Promise<{ record: string; version: number; guid: string }> {
  const token = new Body(sent).needText('token');
  const { slot, request } = deps.slotTokens.open(caller.tenantId, token);
  const procedure = procedureFor(modelNamed('Appointment'), 'upsert');
  if (!procedure) throw new Error('appointments cannot be written');
  const resource = await recordById(deps.db, caller.tenantId, modelNamed('Resource'), slot.resourceId);
  const fields = Object.entries(sent as Record<string, unknown>).filter(([name]) => !OURS.has(name.toLowerCase()));
  const call = fromObject(procedure, {
    ...request.task,
    ...Object.fromEntries(fields),
    resourceNo: resource?.['resourceNo'],
    start: new Date(slot.start).toISOString(),
    end: new Date(slot.end).toISOString(),
  });
  return orAlternatives(deps, caller, request, signal, async () => {
    const answer = await writeCalls(
      deps,
      caller,
      [call],
      { handling: 'strict', dryRun: false, speak: 'property' },
      {
        enter: (tx) => claimSlot(tx, deps, slot, token),
        leave: async (tx) => {
          await dropHold(tx, caller.tenantId, digestOf(token));
        },
      },
    );
    const guid = answer.appointments[0]?.guid;
    if (guid === undefined) throw refuse('SYS001', 'The appointment was not made.');
    return { ...(await showAppointment(deps, caller, guid)), guid };
  });
}

/** What the slot says, the body does not say again. */
const OURS = new Set(['token', 'resourceno', 'start', 'end', 'replaceresource', 'appointmentid', 'appointmentno']);
