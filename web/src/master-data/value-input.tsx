import { Autocomplete, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocale } from '../i18n/language.ts';
import { DateInput } from '../kit/date-input.tsx';
import { DateTimeInput } from '../kit/date-time-input.tsx';
import { TimeInput } from '../kit/time-input.tsx';
import { type FieldSpec, isSeconds } from './fields.ts';
import { choiceLabel } from './labels.ts';

const LONG = 255;
const ZONES = Intl.supportedValuesOf('timeZone');

interface Props {
  readonly field: FieldSpec;
  readonly label: string;
  readonly value: unknown;
  readonly isFixed: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Names that exist already. */
  readonly suggestions?: readonly string[] | undefined;
  change(value: unknown): void;
}

/** The input of a field, by its kind. An emptied field is null. */
export function ValueInput(props: Props) {
  const { field, label, value, isFixed, hint, error, change } = props;
  const shared = {
    label,
    error,
    readOnly: isFixed,
    description: hint,
    ...(isFixed ? { variant: 'filled' } : {}),
    withAsterisk: field.required === true && field.mayBeEmpty !== true,
  };
  const text = typeof value === 'string' ? value : '';
  const changeText = (next: string): void => change(next === '' ? null : next);
  switch (field.kind) {
    case 'boolean':
      return (
        <Switch
          label={label}
          checked={value === true}
          disabled={isFixed}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      );
    case 'integer':
    case 'decimal':
    case 'coordinate':
      return <NumberField {...props} shared={shared} />;
    case 'choice':
      return <ChoiceField {...props} shared={shared} />;
    case 'instant':
      return <DateTimeInput {...shared} value={text.slice(0, 16)} onChange={changeText} />;
    case 'date':
      return <DateInput {...shared} value={text.slice(0, 10)} onChange={changeText} />;
    case 'timeOfDay':
      return <TimeInput {...shared} value={text.slice(0, 5)} onChange={changeText} />;
    default:
      return <TextField {...props} shared={shared} text={text} changeText={changeText} />;
  }
}

interface Shared {
  readonly shared: {
    readonly label: string;
    readonly error: string | undefined;
    readonly readOnly: boolean;
    readonly description: ReactNode;
    readonly withAsterisk: boolean;
    readonly variant?: string;
  };
}

function TextField(props: Props & Shared & { readonly text: string; changeText(next: string): void }) {
  const { field, suggestions, shared, text, changeText } = props;
  const known = field.kind === 'zone' ? ZONES : suggestions;
  if (known)
    return (
      <Autocomplete {...shared} value={text} data={[...known]} limit={50} maxLength={field.max} onChange={changeText} />
    );
  if (field.max === undefined || (field.max > LONG && !field.name.startsWith('url')))
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        maxLength={field.max}
        onChange={(event) => changeText(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...shared}
      value={text}
      maxLength={field.max}
      onChange={(event) => changeText(event.currentTarget.value)}
    />
  );
}

/** Durations are typed in minutes. */
function NumberField({ field, value, shared, change }: Props & Shared) {
  const factor = isSeconds(field) ? 60 : 1;
  return (
    <NumberInput
      {...shared}
      value={typeof value === 'number' ? value / factor : ''}
      allowDecimal={field.kind !== 'integer'}
      {...(field.kind === 'coordinate' ? { decimalScale: 8 } : {})}
      {...(field.limit === undefined ? {} : { min: -field.limit, max: field.limit })}
      onChange={(next) => change(next === '' ? null : Math.round(Number(next) * factor * 1e8) / 1e8)}
    />
  );
}

function ChoiceField({ field, value, shared, change }: Props & Shared) {
  const { language } = useLocale();
  return (
    <Select
      {...shared}
      value={typeof value === 'number' ? String(value) : null}
      data={(field.choices ?? []).map((name, code) => ({
        value: String(code),
        label: choiceLabel(name, language) ?? name,
      }))}
      onChange={(next) => change(next === null ? null : Number(next))}
    />
  );
}
