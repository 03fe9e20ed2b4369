import type { ReactNode } from 'react';
import { DateInput } from './date-input.tsx';

interface DateFieldProps {
  readonly label: string;
  /** yyyy-mm-dd, or empty. */
  readonly value: string;
  readonly required?: boolean;
  readonly error?: ReactNode;
  onChange(date: string): void;
}

export const DateField = ({ label, value, required = false, error, onChange }: DateFieldProps) => (
  <DateInput size="xs" required={required} label={label} value={value} error={error} onChange={onChange} />
);

interface Props {
  readonly from: string;
  readonly to: string;
  readonly labels: { readonly from: string; readonly to: string };
  readonly required?: boolean;
  /** The error of the range, shown at the last field. */
  readonly error?: ReactNode;
  onChange(change: { readonly from?: string; readonly to?: string }): void;
}

/** First and last day of a range, both included. The fields go side by side into the layout around them. */
export const DateRangeFields = ({ from, to, labels, required = false, error, onChange }: Props) => (
  <>
    <DateField label={labels.from} value={from} required={required} onChange={(date) => onChange({ from: date })} />
    <DateField
      label={labels.to}
      value={to}
      required={required}
      error={error}
      onChange={(date) => onChange({ to: date })}
    />
  </>
);
