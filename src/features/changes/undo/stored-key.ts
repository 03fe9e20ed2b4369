import type { Fields } from '../../../domain/undo.ts';
import type { EntityModel } from '../../../records/derive/model.ts';
import { recordKey } from '../../../records/writing/record-key.ts';

/** Moments in the log carry their offset; the zone that a reader of values asks for is never used. */
const ANY_ZONE = 'UTC';

/** The log spells values as the database does, keys are made of values as calls spell them. */
const spelled = (model: EntityModel, fields: Fields, property: string): unknown => {
  const { kind, spec } = model.column(property);
  return kind.parse(fields[property] ?? null, spec, ANY_ZONE);
};

/** The folded key of a record from its logged fields: the one it had. */
export function storedKey(model: EntityModel, fields: Fields): string {
  const { key, otherwiseKeyedBy } = model.entity;
  const further = otherwiseKeyedBy?.without.every((property) => (fields[property] ?? null) === null)
    ? [otherwiseKeyedBy.column]
    : [];
  return keySpelledBy(model, fields, [...key, ...further]);
}

/** The folded key of another record that some columns of this one spell. */
export const keySpelledBy = (model: EntityModel, fields: Fields, by: readonly string[]): string =>
  recordKey(by.map((property) => spelled(model, fields, property)));
