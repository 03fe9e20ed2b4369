import { TextInput, type TextInputProps } from '@mantine/core';
import type { ConnectorValues } from './connector-values.ts';

type TextName = {
  [K in keyof ConnectorValues]: ConnectorValues[K] extends string ? K : never;
}[keyof ConnectorValues];

/** The values of the form, and how a field changes them. */
export interface ConnectorFieldProps {
  readonly values: ConnectorValues;
  onChange(change: Partial<ConnectorValues>): void;
}

interface Props extends ConnectorFieldProps, Pick<TextInputProps, 'description' | 'placeholder'> {
  readonly name: TextName;
  readonly label: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

export function ConnectorTextInput({ values, onChange, name, ...input }: Props) {
  return (
    <TextInput
      {...input}
      value={values[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
}
