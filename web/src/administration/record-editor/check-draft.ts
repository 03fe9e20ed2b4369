import type { Draft, Field, Stored } from './record-kind.ts';
import type { useEditorTexts } from './texts.ts';

/** The errors of a draft, by field. The API checks everything again; this only saves a request. */
export function checkDraft<Row extends Stored>(
  fields: readonly Field<Row>[],
  draft: Draft<Row>,
  texts: ReturnType<typeof useEditorTexts>,
): ReadonlyMap<string, string> {
  const wrong = new Map<string, string>();
  for (const field of fields) {
    const value: unknown = draft[field.name];
    const isEmpty = value === undefined || value === null || value === '';
    if (isEmpty && field.required) wrong.set(field.name, texts.needed);
    else if (isEmpty) continue;
    else if (field.kind === 'color' && !/^#[0-9a-f]{6}$/i.test(String(value))) wrong.set(field.name, texts.badColor);
    else if (field.kind === 'number' && !Number.isInteger(value)) wrong.set(field.name, texts.badNumber);
  }
  return wrong;
}
