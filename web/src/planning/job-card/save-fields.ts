import { api } from '../../api/client.ts';
import type { FieldChange } from '../../job-card/field-values.ts';

type Appointment = { readonly appointmentId: number } | { readonly appointmentGuid: string };

/** Stores the values of an appointment's fields as a part of an action. */
export async function saveFields(
  appointment: Appointment,
  changes: readonly FieldChange[],
  actionId: string,
): Promise<void> {
  const stored = changes.flatMap(({ fieldCode, fieldValue }) =>
    fieldValue === null ? [] : [{ ...appointment, fieldCode, fieldValue }],
  );
  const deleted = changes.filter(({ fieldValue }) => fieldValue === null);
  if (stored.length > 0) await api.post('/appointmentFieldValue', { body: stored, actionId });
  if (deleted.length > 0)
    await api.delete('/appointmentFieldValue', {
      body: deleted.map(({ fieldCode }) => ({ ...appointment, fieldCode })),
      actionId,
    });
}
