import { foldKey } from '../../domain/natural-key.ts';
import type { StoredRecord } from '../../records/storage/record-reads.ts';
import type { AppointmentPart, TemplateField } from '../appointments/appointment-store.ts';

/** The template that defines the fields of a task's appointments. */
export const templateOf = (task: StoredRecord | undefined): string | null =>
  (task?.['appointmentTemplate'] as string | null | undefined) ?? null;

/** The fields that a template defines, with the values of an appointment; then values of codes that nothing defines. */
export function cardFields(
  defined: readonly TemplateField[],
  values: readonly AppointmentPart[],
): Record<string, unknown>[] {
  const byCode = new Map<string, TemplateField>();
  for (const field of defined) {
    const code = foldKey([field.code]);
    // One of the template wins over one of all templates.
    if (field.template !== null || !byCode.has(code)) byCode.set(code, field);
  }
  const stored = new Map(values.map((each) => [foldKey([String(each['fieldCode'])]), each]));
  const unknown = values.filter((each) => !byCode.has(foldKey([String(each['fieldCode'])])));
  return [
    ...[...byCode].map(([key, { code, caption, type, choices, mandatory, readOnly }]) => ({
      ...{ code, caption, type, choices, mandatory, readOnly },
      value: stored.get(key)?.['fieldValue'] ?? null,
    })),
    ...unknown.map((each) => ({
      code: String(each['fieldCode']),
      ...{ caption: null, type: 0, choices: [], mandatory: false, readOnly: true },
      value: String(each['fieldValue']),
    })),
  ];
}
