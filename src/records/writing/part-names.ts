import type { EntityModel } from '../derive/model.ts';
import { awaitedName, guidName, isNamedByGuid } from '../derive/parts.ts';
import { type Call, sentValue } from './call.ts';
import { recordKey } from './record-key.ts';

/** A new record as the parts that wait for it name it. */
export const arrivedName = (call: Call): string => {
  const { model } = call.shape.procedure;
  return recordName(model, call.key, sentValue(call, 'appointmentGuid'));
};

export const recordName = (model: EntityModel, key: string, guid: unknown): string =>
  model.entity.identity ? guidName(recordKey([guid])) : awaitedName(model, key);

/** Names that only the service gives: an unknown one belongs to no record that could still arrive. */
const GIVEN_BY_SERVICE = ['appointmentId', 'appointmentNo'];

/** How a part is kept: under which key, as a part of which record, with which fields. Undefined if its record has no name that can arrive. */
export function partKept(
  call: Call,
): { readonly key: string; readonly partOf: string; readonly fields: Readonly<Record<string, unknown>> } | undefined {
  const { shape, values } = call;
  const { model } = shape.procedure;
  const fields = Object.fromEntries(shape.columns.map(({ property }, i) => [property, values[i]]));
  if (!isNamedByGuid(model))
    return { key: call.key, partOf: awaitedName(model.references[0]?.target ?? model, call.referred[0] ?? ''), fields };
  const guid = fields['appointmentGuid'];
  if (typeof guid !== 'string') return undefined;
  const own = model.keyColumns.filter(({ property }) => !GIVEN_BY_SERVICE.includes(property));
  const partOf = guidName(recordKey([guid]));
  const kept = Object.entries(fields).filter(([property]) => !GIVEN_BY_SERVICE.includes(property));
  return {
    key: recordKey([partOf, ...own.map(({ property }) => fields[property])]),
    partOf,
    fields: Object.fromEntries(kept),
  };
}
