import { formatTimeSpan } from '../../domain/values/time-span.ts';
import { constantDefault, type KindName } from '../entities/kit.ts';
import type { ColumnModel } from './model.ts';

/** Between two fields. A back office can write it without rules of escaping. */
const SEPARATOR = '\u001f';

const asIs = (value: unknown): string => String(value);

/** How a value of each kind is written where two systems compare what they hold (docs/guides/reconcile.md). What is not listed cannot be compared. */
const writers: Readonly<Partial<Record<KindName, (value: unknown) => string>>> = {
  text: asIs,
  zone: asIs,
  integer: asIs,
  choice: asIs,
  boolean: asIs,
  coordinate: asIs,
  date: asIs,
  guid: (value) => String(value).toLowerCase(),
  decimal: (value) => plainDecimal(String(value)),
  timeOfDay: (value) => String(value).replace(/\.0+$/, ''),
  timeSpan: (value) => formatTimeSpan(Number(value)),
  instant: (value) =>
    new Date(typeof value === 'number' ? value : Date.parse(String(value))).toISOString().replace('.000Z', 'Z'),
  texts: (value) => (value as readonly string[]).join(';'),
};

/** Without zeros that say nothing: 2.5, not 02.500000. */
function plainDecimal(text: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  const digits = `${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

export const isComparable = ({ spec }: ColumnModel): boolean => spec.kind in writers && !spec.virtual;

/** A stored value, or one that was parsed to be stored. No value is an empty text. */
export function canonicalValue({ spec }: ColumnModel, value: unknown): string {
  const known = value ?? constantDefault(spec) ?? null;
  return known === null ? '' : (writers[spec.kind]?.(known) ?? '');
}

export const canonicalText = (columns: readonly ColumnModel[], values: readonly unknown[]): string =>
  columns.map((column, i) => canonicalValue(column, values[i])).join(SEPARATOR);
