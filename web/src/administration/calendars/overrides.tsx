import { ActionIcon } from '@mantine/core';
import { formatIn } from '../../dates/format.ts';
import { Icon } from '../../frame/icons.tsx';
import { useLocale } from '../../i18n/language.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Card } from '../../kit/page.tsx';
import { type Calendar, isPlainWeekday, nameOf, type Override, parentsOf } from './calendar.ts';
import { writeHours } from './hours.ts';
import { NewOverride } from './new-override.tsx';
import { useCalendarTexts } from './texts.ts';
import { useCalendarSave } from './use-calendar.ts';
import { useWeekdays } from './use-weekdays.ts';

interface Shown {
  readonly override: Override;
  /** Undefined for the calendar's own overrides. */
  readonly from: string | undefined;
}

/** Hours by date, range or week, including those of the parents. Weekdays are edited with the working hours. */
export function Overrides({ calendar, calendars }: { calendar: Calendar; calendars: readonly Calendar[] }) {
  const texts = useCalendarTexts();
  const save = useCalendarSave(calendar);
  const inWords = useOverrideWords();
  const own = calendar.overrides ?? [];
  const rows: Shown[] = [
    ...own.filter((each) => !isPlainWeekday(each)).map((override) => ({ override, from: undefined })),
    ...parentsOf(calendars, calendar).flatMap((parent) =>
      (parent.overrides ?? []).map((override) => ({ override, from: nameOf(parent) })),
    ),
  ];
  const columns: Column<Shown>[] = [
    {
      name: texts.when,
      by: ({ override }) => override.date ?? override.from ?? inWords(override),
      show: ({ override }) => inWords(override),
    },
    {
      name: texts.hours,
      show: ({ override }) => (override.hours.length === 0 ? texts.closed : writeHours(override.hours)),
    },
    { name: texts.saidBy, by: ({ from }) => from, show: ({ from }) => from ?? texts.itself },
    {
      name: '',
      align: 'right',
      show: ({ override, from }) =>
        from === undefined ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={texts.removeOverride(inWords(override))}
            onClick={() => void save({ overrides: own.filter((each) => each !== override) })}
          >
            <Icon name="remove" size={15} />
          </ActionIcon>
        ) : null,
    },
  ];
  return (
    <Card title={texts.exceptions}>
      <DataTable
        label={texts.exceptions}
        rows={rows}
        columns={columns}
        keyOf={({ override, from }) => `${from ?? ''} ${JSON.stringify(override)}`}
        empty={texts.noExceptions}
      />
      <NewOverride add={(override) => save({ overrides: [...own, override] })} />
    </Card>
  );
}

/** An override in words: week 33, Friday. */
function useOverrideWords(): (override: Override) => string {
  const texts = useCalendarTexts();
  const weekdayName = useWeekdays();
  const { locale } = useLocale();
  const format = formatIn('UTC', locale);
  const day = (date: string): string => format.date(date);
  return ({ date, from, till, week, weekday }) =>
    [
      date && day(date),
      from && till ? `${day(from)} – ${day(till)}` : from ? texts.from(day(from)) : till ? texts.until(day(till)) : '',
      week === 'odd' ? texts.oddWeeks : week === 'even' ? texts.evenWeeks : week ? texts.week(week) : '',
      weekday ? weekdayName(weekday) : '',
    ]
      .filter((part) => part)
      .join(', ');
}
