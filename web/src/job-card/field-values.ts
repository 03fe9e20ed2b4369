import type { AppointmentField } from './query.ts';

/** Values that a planner has typed, by the code of the field. */
export type TypedValues = Readonly<Record<string, string>>;

/** A value to store; null deletes it. */
export interface FieldChange {
  readonly fieldCode: string;
  readonly fieldValue: string | null;
}

/** 0 is text. */
export const NUMBER = 1;
export const DATE = 2;
export const BOOLEAN = 3;
export const CHOICE = 4;

const TRUE = /^(?:1|true|yes|y|on)$/i;

/** A stored value as its input takes it. */
export function inputValue({ type, choices, value }: AppointmentField): string {
  if (value === null) return '';
  if (type === DATE) return value.slice(0, 10);
  if (type === BOOLEAN) return TRUE.test(value.trim()) ? 'true' : 'false';
  if (type === CHOICE) return choices.find((each) => each.toLowerCase() === value.trim().toLowerCase()) ?? value;
  return value;
}

export const currentValue = (field: AppointmentField, typed: TypedValues): string =>
  typed[field.code] ?? inputValue(field);

/** What has to be stored: values that differ from those that are stored. */
export const changesOf = (fields: readonly AppointmentField[], typed: TypedValues): FieldChange[] =>
  fields.flatMap((field): FieldChange[] => {
    const value = typed[field.code]?.trim();
    if (field.readOnly || value === undefined || value === inputValue(field)) return [];
    return [{ fieldCode: field.code, fieldValue: value === '' ? null : value }];
  });

/** What was typed while the values before were being saved: that is not saved yet. */
export const typedSince = (typed: TypedValues, saved: TypedValues): TypedValues =>
  Object.fromEntries(Object.entries(typed).filter(([code, value]) => saved[code] !== value));

/** What is wrong with a value: `missing` where a mandatory one is empty, `number` where it is none. */
export function faultOf(field: AppointmentField, value: string): 'missing' | 'number' | undefined {
  if (field.readOnly) return undefined;
  if (value.trim() === '') return field.mandatory ? 'missing' : undefined;
  return field.type === NUMBER && !/^[+-]?\d+(?:[.,]\d+)?$/.test(value.trim()) ? 'number' : undefined;
}

export const isComplete = (fields: readonly AppointmentField[], typed: TypedValues): boolean =>
  fields.every((field) => faultOf(field, currentValue(field, typed)) === undefined);
