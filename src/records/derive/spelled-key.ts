import { canonicalValue } from './canonical-text.ts';
import type { ColumnModel, EntityModel } from './model.ts';

/** Between the parts of a key, wherever one is shown. */
const SEPARATOR = '/';

/** The parts of a key as answers and the change log spell them: an instant in UTC, nothing for an empty part. */
export function spelledKey(columns: readonly ColumnModel[], values: readonly unknown[]): string {
  const parts: string[] = [];
  for (let i = 0; i < columns.length; i++) parts.push(canonicalValue(columns[i] as ColumnModel, values[i]));
  return parts.join(SEPARATOR);
}

const NOTHING = /^\/*$/;

/** Whether no part of a key has a value. */
export const isBlankKey = (key: string): boolean => NOTHING.test(key);

/** Whether the service's own id is the key. */
export const isKeyedById = ({ keyColumns }: EntityModel): boolean => keyColumns.every(({ spec }) => spec.virtual);

/** The key of a stored record, with the spelling first stored; its id where the record has no name of its own. */
export function keyOfRecord(model: EntityModel, id: number, fields: Readonly<Record<string, unknown>>): string {
  if (isKeyedById(model)) return String(id);
  const otherwise = model.entity.otherwiseKeyedBy;
  const further = otherwise?.without.every((property) => (fields[property] ?? null) === null) ? [otherwise.column] : [];
  const columns = [...model.keyColumns, ...further.map(model.column)];
  const key = spelledKey(
    columns,
    columns.map(({ property }) => fields[property]),
  );
  return isBlankKey(key) ? String(id) : key;
}
