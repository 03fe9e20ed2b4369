import { randomUUID } from 'node:crypto';
import { type Call, type CallShape, sentValue } from '../writing/call.ts';
import type { Group } from '../writing/plan-groups.ts';
import { recordKey } from '../writing/record-key.ts';

/** The call with further or other values, under the key of its record. What is only a name is left out. */
export function withColumns(
  call: Call,
  values: Readonly<Record<string, unknown>>,
  key: string,
  shownKey?: string,
): Call {
  const { procedure } = call.shape;
  const { model } = procedure;
  const columns = model.stored.filter(
    ({ property }) => property in values || call.shape.columns.some((column) => column.property === property),
  );
  const wanted = (property: string): unknown => (property in values ? values[property] : sentValue(call, property));
  const references = model.references.filter(({ reference }) =>
    reference.by.every((property) => columns.some((column) => column.property === property)),
  );
  const shape: CallShape = {
    procedure,
    columns,
    references,
    id: `${procedure.name}|${columns.map(({ property }) => property).join(',')}`,
  };
  return {
    ...call,
    shape,
    values: columns.map(({ property }) => wanted(property)),
    key,
    ...(shownKey === undefined ? {} : { shownKey }),
    referred: references.map(({ reference }) => recordKey(reference.by.map(wanted))),
  };
}

/** A key for a record that has none of its own. Rows are inserted in the order of keys: this one keeps the order of the calls. */
export const surrogateKey = (index: number): string => `${String(index).padStart(6, '0')}.${randomUUID()}`;

/** Calls that one statement can write together. */
export function byShape(calls: readonly Call[]): Group[] {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    const group = groups.get(call.shape.id);
    if (group) group.push(call);
    else groups.set(call.shape.id, [call]);
  }
  return [...groups.values()].map((group) => ({ shape: (group[0] as Call).shape, calls: group }));
}
