import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { type FurtherParameters, lastOf } from '../contract/list-parameters.ts';
import { quoted } from '../derive/ddl.ts';
import type { ColumnModel, EntityModel } from '../derive/model.ts';
import { isPart } from '../derive/parts.ts';
import type { FurtherColumns, StoredRecord } from '../storage/record-reads.ts';

/** `pending=true`: the list shows the parts that wait for their record, instead of the stored ones. */
export function asksForPending(model: EntityModel, parameters: FurtherParameters): boolean {
  const sent = Object.entries(parameters).find(([name]) => name.toLowerCase() === 'pending')?.[1];
  if (!isPart(model) || sent === undefined) return false;
  const value = String(lastOf(sent)).toLowerCase();
  if (['true', '1', ''].includes(value)) return true;
  if (['false', '0'].includes(value)) return false;
  throw refuse('REQ008', 'pending: must be true or false.', 'pending');
}

/** What a part that waits shows beside its columns. */
export const pendingColumns: FurtherColumns = { waitsFor: 't.waits_for', expiresAt: 't.expires_at' };

export const pendingProperties = {
  pending: { const: true, description: 'With pending=true: the part waits for the record that it belongs to.' },
  waitsFor: { type: 'string', description: 'The kind of the missing record.' },
  expiresAt: { type: 'string', format: 'date-time', description: 'When it is deleted if the record has not arrived.' },
};

export const showPending = (record: StoredRecord, zone: string): Record<string, unknown> => ({
  pending: true,
  waitsFor: kindOf(String(record['waitsFor'])),
  expiresAt: formatInstant(zone, record['expiresAt'] as number),
});

/** `Resource|r9` waits for a Resource. */
export const kindOf = (waitsFor: string): string => waitsFor.slice(0, waitsFor.indexOf('|'));

const models = new WeakMap<EntityModel, EntityModel>();

/** The model as a list reads it: the fields of the parts that wait are its columns. */
export function pendingModel(model: EntityModel): EntityModel {
  const known = models.get(model) ?? {
    ...model,
    table: `(select tenant_id, id, key, 0 as version, created_at, created_by, updated_at, updated_by, waits_for, expires_at, ${model.stored
      .map((column) => `${fieldSql(column)} as ${quoted(column.db)}`)
      .join(', ')} from pending_part where entity = '${model.name}' and attached_id is null)`,
  };
  models.set(model, known);
  return known;
}

/** A field that was not sent has its default, as it will when the part is stored. */
function fieldSql({ property, spec, kind }: ColumnModel): string {
  const sent = `(fields->>'${property}')::${kind.sql(spec)}`;
  return typeof spec.default === 'number' || typeof spec.default === 'boolean'
    ? `coalesce(${sent}, ${spec.default})`
    : sent;
}
