import { isRecord, listOf, oneOf, textUpTo } from '../settings.ts';

/** What a condition compares: a text, several texts (skills), a number, or an instant in ms. */
export type FieldKind = 'text' | 'texts' | 'number' | 'date';
export type FieldValue = string | readonly string[] | number | null;

export const OPERATORS = {
  text: ['isAnyOf', 'isNoneOf', 'contains', 'isEmpty', 'isNotEmpty'],
  texts: ['isAnyOf', 'isAllOf', 'isNoneOf', 'contains', 'isEmpty', 'isNotEmpty'],
  number: ['isAtLeast', 'isAtMost', 'isEmpty', 'isNotEmpty'],
  date: ['isOnOrAfter', 'isOnOrBefore', 'isEmpty', 'isNotEmpty'],
} as const satisfies Readonly<Record<FieldKind, readonly string[]>>;
export type Operator = (typeof OPERATORS)[FieldKind][number];

const ALL_OPERATORS: readonly Operator[] = [...new Set(Object.values(OPERATORS).flat())];
export const takesValues = (operator: Operator): boolean => operator !== 'isEmpty' && operator !== 'isNotEmpty';

export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  /** Dates as 2026-06-01, numbers as texts. */
  readonly values: readonly string[];
}

/** Conditions and groups of them, joined by and/or. An empty group matches everything. */
export interface FilterGroup {
  readonly join: 'and' | 'or';
  readonly parts: readonly (Condition | FilterGroup)[];
}

export const LIMITS = { depth: 3, parts: 20, values: 100, valueLength: 200 } as const;
export const EVERYTHING: FilterGroup = { join: 'and', parts: [] };

export const isGroup = (part: Condition | FilterGroup): part is FilterGroup => 'parts' in part;

/** The number of conditions that have an effect. */
export const countConditions = ({ parts }: FilterGroup): number =>
  parts.reduce((sum, part) => sum + (isGroup(part) ? countConditions(part) : isComplete(part) ? 1 : 0), 0);

/** A condition that is still without a value is not applied. */
const isComplete = ({ operator, values }: Condition): boolean =>
  !takesValues(operator) || values.some((value) => value.trim() !== '');

const valuesOf = listOf(LIMITS.values, textUpTo(LIMITS.valueLength));
const operatorOf = oneOf(...ALL_OPERATORS);
const nameOf = textUpTo(60);

/** A stored filter. Parts that are not valid, too deep or too many are left out. */
export function parseFilter(value: unknown): FilterGroup | undefined {
  return groupOf(value, 1);
}

function groupOf(value: unknown, depth: number): FilterGroup | undefined {
  if (!isRecord(value) || !Array.isArray(value['parts'])) return undefined;
  const parts = value['parts'].slice(0, LIMITS.parts).flatMap((part: unknown) => {
    if (isRecord(part) && 'parts' in part) return depth < LIMITS.depth ? (groupOf(part, depth + 1) ?? []) : [];
    return conditionOf(part) ?? [];
  });
  return { join: value['join'] === 'or' ? 'or' : 'and', parts };
}

function conditionOf(part: unknown): Condition | undefined {
  if (!isRecord(part)) return undefined;
  const [field, operator] = [nameOf(part['field']), operatorOf(part['operator'])];
  if (field === undefined || operator === undefined) return undefined;
  return { field, operator, values: valuesOf(part['values']) ?? [] };
}

export interface Fields<Row> {
  /** Undefined for a field that the list does not have: its conditions are not applied. */
  valueOf(row: Row, field: string): FieldValue | undefined;
  /** The first and last instant of a date such as 2026-06-01. */
  dayOf(date: string): { readonly start: number; readonly end: number } | undefined;
}

const fold = (text: string): string => text.trim().toLowerCase();

/** Whether a row matches. Conditions without values, and of unknown fields, have no effect. */
export function matches<Row>(filter: FilterGroup, row: Row, fields: Fields<Row>): boolean {
  const results = filter.parts.flatMap((part) => {
    if (isGroup(part)) return countConditions(part) === 0 ? [] : [matches(part, row, fields)];
    if (!isComplete(part)) return [];
    const value = fields.valueOf(row, part.field);
    return value === undefined ? [] : [holds(part, value, fields)];
  });
  if (results.length === 0) return true;
  return filter.join === 'or' ? results.includes(true) : !results.includes(false);
}

function holds<Row>({ operator, values }: Condition, value: FieldValue, fields: Fields<Row>): boolean {
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (operator === 'isEmpty') return isEmpty;
  if (operator === 'isNotEmpty') return !isEmpty;
  if (typeof value === 'number' || isOrder(operator)) {
    return typeof value === 'number' && isOrder(operator) && comparesTo(operator, value, values[0] ?? '', fields);
  }
  const wanted = values.map(fold).filter((text) => text !== '');
  const own = (Array.isArray(value) ? value : [value ?? '']).map((text) => fold(String(text)));
  switch (operator) {
    case 'isAnyOf':
      return own.some((text) => wanted.includes(text));
    case 'isAllOf':
      return wanted.every((text) => own.includes(text));
    case 'isNoneOf':
      return !own.some((text) => wanted.includes(text));
    case 'contains':
      return own.some((text) => wanted.some((part) => text.includes(part)));
  }
}

type Order = 'isAtLeast' | 'isAtMost' | 'isOnOrAfter' | 'isOnOrBefore';
const isOrder = (operator: Operator): operator is Order => /^is(At|On)/.test(operator);

function comparesTo<Row>(operator: Order, value: number, limit: string, fields: Fields<Row>): boolean {
  if (operator === 'isAtLeast' || operator === 'isAtMost') {
    const number = Number(limit.replace(',', '.'));
    if (Number.isNaN(number)) return false;
    return operator === 'isAtLeast' ? value >= number : value <= number;
  }
  const day = fields.dayOf(limit);
  return day !== undefined && (operator === 'isOnOrAfter' ? value >= day.start : value < day.end);
}
