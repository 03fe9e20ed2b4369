import { Autocomplete, ColorInput, NumberInput, Select, Switch, TextInput, type TextInputProps } from '@mantine/core';
import type { Field, Stored } from './record-kind.ts';

/** Colours that stand out from each other and carry text well. */
const SWATCHES = [
  '#1971c2',
  '#1c7ed6',
  '#0b7285',
  '#087f5b',
  '#2b8a3e',
  '#5c940d',
  '#e67700',
  '#d9480f',
  '#c92a2a',
  '#a61e4d',
  '#862e9c',
  '#5f3dc4',
  '#364fc7',
  '#495057',
];

interface Props<Row extends Stored> {
  readonly field: Field<Row>;
  readonly value: unknown;
  readonly fixed: boolean;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  change(value: unknown): void;
}

/** The input of one field, by its kind. An emptied text is stored as null, not as an empty text. */
export function FieldInput<Row extends Stored>({ field, value, fixed, hint, error, change }: Props<Row>) {
  const shared = {
    label: field.label,
    description: hint,
    error,
    readOnly: fixed,
    ...(fixed ? { variant: 'filled' } : {}),
    withAsterisk: field.required ?? false,
  };
  const text = typeof value === 'string' ? value : '';
  const changeText = (next: string): void => change(next === '' ? null : next);
  switch (field.kind) {
    case 'text':
      return (
        <SuggestingInput
          {...shared}
          value={text}
          suggestions={field.suggestions}
          maxLength={field.max}
          onChange={changeText}
        />
      );
    case 'color':
      return (
        <ColorInput
          {...shared}
          value={text}
          format="hex"
          swatches={SWATCHES}
          swatchesPerRow={7}
          popoverProps={{ withinPortal: false }}
          eyeDropperButtonProps={{ 'aria-label': field.label }}
          onChange={changeText}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...shared}
          value={typeof value === 'number' ? value : ''}
          allowDecimal={false}
          onChange={(next) => change(next === '' ? null : Number(next))}
        />
      );
    case 'flag':
      return (
        <Switch
          label={field.label}
          description={hint}
          checked={value === true}
          onChange={(event) => change(event.target.checked)}
        />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          value={value === undefined || value === null ? null : String(value)}
          data={field.choices.map((choice) => ({ value: String(choice.value), label: choice.text }))}
          clearable={!field.required && !fixed}
          allowDeselect={!field.required}
          onChange={(next) => change(field.choices.find((choice) => String(choice.value) === next)?.value ?? null)}
        />
      );
  }
}

interface TextProps
  extends Pick<
    TextInputProps,
    'label' | 'description' | 'error' | 'readOnly' | 'variant' | 'withAsterisk' | 'maxLength'
  > {
  readonly value: string;
  readonly suggestions: readonly string[] | undefined;
  onChange(value: string): void;
}

/** A text that may have suggestions. */
function SuggestingInput({ suggestions, onChange, ...input }: TextProps) {
  return suggestions ? (
    <Autocomplete {...input} data={[...suggestions]} onChange={onChange} />
  ) : (
    <TextInput {...input} onChange={(event) => onChange(event.target.value)} />
  );
}
