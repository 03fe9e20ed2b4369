import { Button, Group, NumberInput, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { DateField, DateRangeFields } from '../../kit/date-range-fields.tsx';
import type { Override } from './calendar.ts';
import { readHours } from './hours.ts';
import { HoursInput } from './hours-input.tsx';
import { useCalendarTexts } from './texts.ts';
import { useWeekdays, WEEKDAYS } from './use-weekdays.ts';

const kinds = ['date', 'range', 'week', 'odd', 'even'] as const;
type Kind = (typeof kinds)[number];

const FRESH = { kind: 'date' as Kind, date: '', till: '', week: 1, weekday: null as string | null, hours: '' };

/** The days that a draft names, or undefined while something is missing. */
function conditionOf({ kind, date, till, week }: typeof FRESH): Omit<Override, 'hours'> | undefined {
  switch (kind) {
    case 'date':
      return date === '' ? undefined : { date };
    case 'range':
      return date === '' || till === '' || till < date ? undefined : { from: date, till };
    case 'week':
      return { week };
    default:
      return { week: kind };
  }
}

export function NewOverride({ add }: { add(override: Override): Promise<boolean> }) {
  const texts = useCalendarTexts();
  const common = useTexts();
  const weekdayName = useWeekdays();
  const [draft, setDraft] = useState(FRESH);
  const set = (changes: Partial<typeof FRESH>): void => setDraft((last) => ({ ...last, ...changes }));
  const { kind, weekday } = draft;
  const condition = conditionOf(draft);
  const hours = readHours(draft.hours);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!condition || !hours) return;
    const days = kind === 'date' || weekday === null ? condition : { ...condition, weekday: Number(weekday) };
    if (await add({ ...days, hours })) setDraft(FRESH);
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={texts.newException}>
      <Group gap="xs" mt="xs" align="flex-start">
        <Select
          size="xs"
          w={130}
          label={texts.kind}
          allowDeselect={false}
          data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
          value={kind}
          onChange={(next) => set({ kind: (next ?? 'date') as Kind })}
        />
        {kind === 'date' && <DateField label={texts.date} value={draft.date} onChange={(date) => set({ date })} />}
        {kind === 'range' && (
          <DateRangeFields
            from={draft.date}
            to={draft.till}
            labels={{ from: texts.first, to: texts.last }}
            onChange={({ from = draft.date, to = draft.till }) => set({ date: from, till: to })}
          />
        )}
        {kind === 'week' && (
          <NumberInput
            size="xs"
            w={90}
            min={1}
            max={53}
            allowDecimal={false}
            label={texts.isoWeek}
            value={draft.week}
            onChange={(next) => set({ week: Number(next) || 1 })}
          />
        )}
        {kind !== 'date' && (
          <Select
            size="xs"
            w={130}
            clearable
            label={texts.weekday}
            placeholder={texts.everyWorkday}
            data={WEEKDAYS.map((value) => ({ value: String(value), label: weekdayName(value) }))}
            value={weekday}
            onChange={(next) => set({ weekday: next })}
          />
        )}
        <HoursInput label={texts.hours} value={draft.hours} change={(text) => set({ hours: text })} />
        <Button size="xs" mt={22} type="submit" variant="default" disabled={!condition || !hours}>
          {common.add}
        </Button>
      </Group>
    </form>
  );
}
