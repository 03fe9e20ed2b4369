import type { EntityModel } from '../derive/model.ts';
import { keyOfRecord } from '../derive/spelled-key.ts';
import { type Call, SENT_FROM_BACK_OFFICE } from './call.ts';

/** How the log names a record that was there before. */
export const shownName = (
  model: EntityModel,
  record: { readonly id: number; readonly names: Readonly<Record<string, unknown>> },
): string => keyOfRecord(model, record.id, record.names);

/** The changed fields of a record before and after, as JSON texts. */
export function differences(
  model: EntityModel,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: string; after: string } {
  const old: Record<string, unknown> = {};
  const fresh: Record<string, unknown> = {};
  for (const property of Object.keys(after)) {
    if (JSON.stringify(before[property]) === JSON.stringify(after[property])) continue;
    const hidden = model.column(property).spec.kind === 'secret';
    old[property] = hidden ? '[hidden]' : before[property];
    fresh[property] = hidden ? '[hidden]' : after[property];
  }
  return { before: JSON.stringify(old), after: JSON.stringify(fresh) };
}

export const fromBackOffice = (call: Call): { fromBackOffice?: boolean } => {
  const option = call.options[SENT_FROM_BACK_OFFICE];
  return typeof option === 'boolean' ? { fromBackOffice: option } : {};
};
