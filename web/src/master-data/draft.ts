import type { FieldSpec } from './fields.ts';

/** Fields that were changed, by name. */
export type Changes = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The changes with one more; what is as it was is no change. */
export function withChange(changes: Changes, name: string, value: unknown, stored: unknown): Changes {
  const { [name]: _, ...others } = changes;
  const isSame = value === stored || (isEmpty(value) && isEmpty(stored));
  return isSame ? others : { ...others, [name]: value };
}

/** Names of required fields without a value. */
export const missingIn = (fields: readonly FieldSpec[], values: Readonly<Record<string, unknown>>): readonly string[] =>
  fields.flatMap(({ name, required, mayBeEmpty }) => (required && !mayBeEmpty && isEmpty(values[name]) ? [name] : []));

/** What is sent: the key, the changes, and texts that may be empty where a new record has none. */
export function bodyOf(
  keys: readonly string[],
  fields: readonly FieldSpec[],
  values: Readonly<Record<string, unknown>>,
  changes: Changes,
  isNew: boolean,
): Record<string, unknown> {
  const empty = isNew ? fields.filter(({ mayBeEmpty, name }) => mayBeEmpty && isEmpty(values[name])) : [];
  return {
    ...Object.fromEntries(empty.map(({ name }) => [name, ''])),
    ...changes,
    ...Object.fromEntries(keys.map((key) => [key, values[key]])),
  };
}

/** Text of a task number that follows those of a job: in steps of ten, as most systems count them. */
export function nextTaskNo(taken: readonly string[]): string {
  const numbers = taken.flatMap((no) => (/^\d{1,9}$/.test(no) ? [Number(no)] : []));
  return String((Math.floor(Math.max(0, ...numbers) / 10) + 1) * 10);
}
