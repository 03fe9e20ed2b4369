import { NativeSelect, TextInput } from '@mantine/core';
import { DateInput } from '../kit/date-input.tsx';
import { useFieldCaption } from './card-columns.tsx';
import { BOOLEAN, CHOICE, currentValue, DATE, faultOf, NUMBER, type TypedValues } from './field-values.ts';
import type { AppointmentField } from './query.ts';
import { useJobCardTexts } from './texts.ts';

const ERROR = 'var(--danger)';

interface Props {
  readonly fields: readonly AppointmentField[];
  readonly typed: TypedValues;
  readonly size?: 'xs' | 'sm';
  /** Faults of all fields are shown, also of those that were not touched. */
  readonly showsFaults?: boolean;
  onChange(typed: TypedValues): void;
}

/** An input for each field of an appointment, by its type. */
export function FieldInputs({ fields, typed, size = 'xs', showsFaults = false, onChange }: Props) {
  return fields.map((field) => (
    <FieldInput
      key={field.code}
      field={field}
      value={currentValue(field, typed)}
      size={size}
      showsFault={showsFaults || typed[field.code] !== undefined}
      onChange={(value) => onChange({ ...typed, [field.code]: value })}
    />
  ));
}

interface InputProps {
  readonly field: AppointmentField;
  readonly value: string;
  readonly size: 'xs' | 'sm';
  readonly showsFault: boolean;
  onChange(value: string): void;
}

function FieldInput({ field, value, size, showsFault, onChange }: InputProps) {
  const texts = useJobCardTexts();
  const captionOf = useFieldCaption();
  const fault = showsFault ? faultOf(field, value) : undefined;
  const common = {
    label: captionOf(field),
    withAsterisk: field.mandatory,
    disabled: field.readOnly,
    value,
    error: fault && (fault === 'missing' ? texts.mandatory : texts.notANumber),
    'aria-required': field.mandatory,
    size,
    // The usual red of errors is too light for small text.
    styles: { error: { color: ERROR }, ...(fault ? { input: { color: ERROR } } : {}) },
  } as const;
  if (field.type === BOOLEAN || field.type === CHOICE) {
    const known =
      field.type === CHOICE
        ? field.choices.map((choice) => ({ value: choice, label: choice }))
        : [
            { value: 'true', label: texts.yes },
            { value: 'false', label: texts.no },
          ];
    const isOther = value !== '' && !known.some((each) => each.value === value);
    return (
      <NativeSelect
        {...common}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[{ value: '', label: '–' }, ...known, ...(isOther ? [{ value, label: value }] : [])]}
      />
    );
  }
  if (field.type === DATE) return <DateInput {...common} onChange={onChange} />;
  return (
    <TextInput
      {...common}
      {...(field.type === NUMBER ? { inputMode: 'decimal' as const } : {})}
      maxLength={4000}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
