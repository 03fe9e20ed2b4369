import { TextInput } from '@mantine/core';
import { readHours, writeHours } from './hours.ts';
import { useCalendarTexts } from './texts.ts';

const EXAMPLE = [
  { start: '08:00', end: '12:00' },
  { start: '13:00', end: '17:00' },
];

interface Props {
  readonly label: string;
  /** Whether the label is visible, or only for screen readers. */
  readonly quiet?: boolean;
  readonly value: string;
  change(text: string): void;
}

/** Hours of a day, typed as 8-12, 13-17. Leaving the field shows them as they were parsed. */
export function HoursInput({ label, quiet = false, value, change }: Props) {
  const texts = useCalendarTexts();
  const read = readHours(value);
  return (
    <TextInput
      {...(quiet ? { 'aria-label': label } : { label })}
      size="xs"
      value={value}
      placeholder={texts.closed}
      error={read === undefined ? texts.badHours(writeHours(EXAMPLE)) : undefined}
      onChange={(event) => change(event.target.value)}
      onBlur={() => read && change(writeHours(read))}
    />
  );
}
