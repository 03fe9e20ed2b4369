import type { Transaction } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { findByKeys } from '../../records/storage/record-store.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { DraftChange } from './draft-store.ts';

/** Changes by the appointment that they belong to: people publish appointments, and not assignments. */
export async function byAppointment(
  tx: Pick<Transaction, 'query' | 'lists'>,
  tenantId: number,
  changes: readonly DraftChange[],
): Promise<Map<number, DraftChange[]>> {
  const idOfNo = new Map<string, number>();
  for (const { entity, recordId, key } of changes) if (entity === 'Appointment') idOfNo.set(recordKey([key]), recordId);
  const missing = changes.flatMap((change) => {
    const name = ownerOf(change);
    return typeof name === 'string' && !idOfNo.has(name) ? [name] : [];
  });
  for (const [key, { id }] of await findByKeys(tx, tenantId, modelNamed('Appointment'), [...new Set(missing)]))
    idOfNo.set(key, id);
  const units = new Map<number, DraftChange[]>();
  for (const change of changes) {
    const owner = ownerOf(change);
    const id = typeof owner === 'string' ? (idOfNo.get(owner) ?? 0) : owner;
    units.set(id, [...(units.get(id) ?? []), change]);
  }
  return units;
}

/** The id of the appointment, or the key by which it is found. A dependency belongs to the appointment that waits. */
function ownerOf({ entity, recordId, before, after }: DraftChange): number | string {
  if (entity === 'Appointment') return recordId;
  const fields = { ...before, ...after };
  if (entity === 'AppointmentDependency') return recordKey([fields['successor']]);
  const { appointmentId, appointmentNo } = fields;
  if (typeof appointmentId === 'number') return appointmentId;
  return typeof appointmentNo === 'string' ? recordKey([appointmentNo]) : 0;
}
