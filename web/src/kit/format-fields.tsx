import { Group, NativeSelect } from '@mantine/core';
import type { StoredFormats } from '../dates/preferences.ts';
import { useFormatTexts } from './format-texts.ts';

interface Props {
  readonly value: StoredFormats;
  readonly disabled?: boolean;
  onChange(change: Partial<StoredFormats>): void;
}

/** Chooses how dates and times are written and when a week begins; for a user or for the tenant. */
export function FormatFields({ value, disabled = false, onChange }: Props) {
  const texts = useFormatTexts();
  return (
    <Group gap="md" align="end">
      {(['dateFormat', 'timeFormat', 'firstWeekday'] as const).map((name) => (
        <NativeSelect
          key={name}
          label={texts[name].label}
          disabled={disabled}
          value={String(value[name])}
          data={texts[name].choices.map((label, index) => ({ value: String(index), label }))}
          onChange={(event) => onChange({ [name]: Number(event.currentTarget.value) })}
        />
      ))}
    </Group>
  );
}
