import { type ErrorDetail, errorDetail } from './errors.ts';
import { Invalid, parseBoolean, parseDecimal, parseInstant } from './values/parse.ts';

/** A field that a template gives to appointments. */
export interface FieldDefinition {
  readonly template: string | null;
  readonly code: string;
  /** 0 text, 1 number, 2 date, 3 boolean, 4 choice. */
  readonly type: number;
  readonly choices: readonly string[];
  readonly readOnly: boolean;
  /** The web application asks planners for a value. */
  readonly mandatory: boolean;
}

const WANTED: Readonly<Record<number, string>> = { 1: 'a number', 2: 'a date', 3: 'true or false' };

/** A read-only field belongs to the back office. */
export const readOnlyFor = (planner: boolean, field: FieldDefinition | undefined): ErrorDetail | undefined =>
  planner && field?.readOnly
    ? errorDetail('APP011', `The field ${field.code} can be set by the back office only.`, 'FieldValue')
    : undefined;

/** Whether a value suits its field. A code that nothing defines takes any text: the back office may send values first. */
export function checkField(field: FieldDefinition | undefined, value: string): ErrorDetail | undefined {
  if (!field) return undefined;
  if (field.type === 4)
    return field.choices.some((choice) => choice.toLowerCase() === value.trim().toLowerCase())
      ? undefined
      : errorDetail('REQ014', `${field.code}: one of ${field.choices.join(', ')} is expected.`, 'FieldValue');
  const wrong =
    (field.type === 1 && parseDecimal(value) instanceof Invalid) ||
    (field.type === 2 && parseInstant(value, 'UTC') instanceof Invalid) ||
    (field.type === 3 && parseBoolean(value) instanceof Invalid);
  return wrong ? errorDetail('REQ014', `${field.code}: ${WANTED[field.type]} is expected.`, 'FieldValue') : undefined;
}
