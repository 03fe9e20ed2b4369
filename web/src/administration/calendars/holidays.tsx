import { ActionIcon, Button, Checkbox, Group, Switch, TextInput } from '@mantine/core';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { worded } from '../../dates/worded.ts';
import { Icon } from '../../frame/icons.tsx';
import { useLocale, useTexts } from '../../i18n/language.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { DateInput } from '../../kit/date-input.tsx';
import { Card } from '../../kit/page.tsx';
import { type Calendar, type Holiday, inherited } from './calendar.ts';
import { usePublicHolidayTexts } from './public-holiday-texts.ts';
import { useCalendarTexts } from './texts.ts';
import { useCalendarSave } from './use-calendar.ts';

const PublicHolidays = lazy(() => import('./public-holidays.tsx').then((file) => ({ default: file.PublicHolidays })));

/** Holidays. A calendar's own list replaces that of its parent. */
export function Holidays({ calendar, calendars }: { calendar: Calendar; calendars: readonly Calendar[] }) {
  const texts = useCalendarTexts();
  const { open } = usePublicHolidayTexts();
  const [adding, setAdding] = useState(false);
  const { locale } = useLocale();
  const save = useCalendarSave(calendar);
  const parent = inherited(calendars, calendar, 'holidays');
  const isOwn = calendar.holidays !== null;
  const holidays = [...(calendar.holidays ?? parent.value)].sort((a, b) => (a.date < b.date ? -1 : 1));
  const day = (date: string, yearly: boolean): string => worded(yearly ? 'dayOfMonth' : 'longDate', locale, date);
  const columns: Column<Holiday>[] = [
    { name: texts.date, by: ({ date }) => date, show: ({ date, yearly }) => day(date, yearly === true) },
    { name: texts.name, by: ({ name }) => name, show: ({ name }) => name },
    { name: texts.yearly, show: ({ yearly }) => (yearly ? texts.everyYear : '') },
    {
      name: '',
      align: 'right',
      show: (holiday) =>
        isOwn ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={texts.removeHoliday(holiday.name ?? holiday.date)}
            onClick={() => void save({ holidays: holidays.filter((each) => each !== holiday) })}
          >
            <Icon name="remove" size={15} />
          </ActionIcon>
        ) : null,
    },
  ];
  return (
    <Card
      title={texts.holidays}
      actions={
        <Switch
          size="xs"
          label={texts.takenFrom(parent.from ?? texts.standard)}
          aria-label={`${texts.holidays}: ${texts.takenFrom(parent.from ?? texts.standard)}`}
          checked={!isOwn}
          onChange={(event) => void save({ holidays: event.target.checked ? null : parent.value })}
        />
      }
    >
      <DataTable
        label={texts.holidays}
        rows={holidays}
        columns={columns}
        keyOf={({ date, name = '', yearly = false }) => `${date} ${name} ${yearly}`}
        empty={texts.noHolidays}
      />
      <Button size="xs" mt="xs" variant="default" onClick={() => setAdding(true)}>
        {open}
      </Button>
      {adding && (
        <Suspense>
          <PublicHolidays calendar={calendar} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      <NewHoliday add={(holiday) => save({ holidays: [...holidays, holiday] })} />
    </Card>
  );
}

function NewHoliday({ add }: { add(holiday: Holiday): Promise<boolean> }) {
  const texts = useCalendarTexts();
  const common = useTexts();
  const [date, setDate] = useState('');
  const [name, setName] = useState('');
  const [yearly, setYearly] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (date === '') return;
    const holiday = { date, ...(name.trim() === '' ? {} : { name: name.trim() }), ...(yearly ? { yearly } : {}) };
    if (!(await add(holiday))) return;
    setDate('');
    setName('');
    setYearly(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={texts.newHoliday}>
      <Group gap="xs" mt="xs" align="flex-end">
        <DateInput size="xs" label={texts.date} value={date} onChange={setDate} />
        <TextInput
          size="xs"
          label={texts.name}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Checkbox
          size="xs"
          pb={6}
          label={texts.everyYear}
          checked={yearly}
          onChange={(event) => setYearly(event.target.checked)}
        />
        <Button size="xs" type="submit" variant="default" disabled={date === ''}>
          {common.add}
        </Button>
      </Group>
    </form>
  );
}
