import { Button, Checkbox, Group, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { Card } from '../../kit/page.tsx';
import { type Calendar, inherited, isPlainWeekday } from './calendar.ts';
import { readHours, writeHours } from './hours.ts';
import { HoursInput } from './hours-input.tsx';
import { useCalendarTexts } from './texts.ts';
import { type CalendarChange, useCalendarSave } from './use-calendar.ts';
import { useWeekdays, WEEKDAYS } from './use-weekdays.ts';

interface Props {
  readonly calendar: Calendar;
  readonly calendars: readonly Calendar[];
}

/** The values of the editor: null means inherited from the parent or, for a weekday, regular hours. */
interface Draft {
  readonly ordinary: string | null;
  readonly weekend: readonly number[] | null;
  readonly weekdays: Readonly<Record<number, string | null>>;
}

function draftOf({ businessHours, weekend, overrides }: Calendar): Draft {
  const own = (weekday: number) => overrides?.findLast((each) => each.weekday === weekday && isPlainWeekday(each));
  return {
    ordinary: businessHours && writeHours(businessHours),
    weekend,
    weekdays: Object.fromEntries(
      WEEKDAYS.map((weekday) => {
        const hours = own(weekday)?.hours;
        return [weekday, hours ? writeHours(hours) : null];
      }),
    ),
  };
}

/** What the draft changes in the calendar, or undefined while some hours cannot be parsed. */
function changesOf(draft: Draft, calendar: Calendar): CalendarChange | undefined {
  const written = [draft.ordinary, ...Object.values(draft.weekdays)].filter((text) => text !== null);
  if (!written.every((text) => readHours(text) !== undefined)) return undefined;
  const others = calendar.overrides?.filter((each) => !isPlainWeekday(each)) ?? [];
  const own = WEEKDAYS.flatMap((weekday) => {
    const text = draft.weekdays[weekday] ?? null;
    return text === null ? [] : [{ weekday, hours: readHours(text) ?? [] }];
  });
  const overrides = [...others, ...own];
  return {
    businessHours: draft.ordinary === null ? null : (readHours(draft.ordinary) ?? []),
    weekend: draft.weekend,
    overrides: overrides.length === 0 && calendar.overrides === null ? null : overrides,
  };
}

/** Regular hours, free days, and weekdays with their own hours. */
export function WorkingHours({ calendar, calendars }: Props) {
  const texts = useCalendarTexts();
  const common = useTexts();
  const save = useCalendarSave(calendar);
  const [draft, setDraft] = useState(() => draftOf(calendar));
  const set = (part: Partial<Draft>): void => setDraft((last) => ({ ...last, ...part }));
  const hours = inherited(calendars, calendar, 'businessHours');
  const free = inherited(calendars, calendar, 'weekend');
  const ordinary = draft.ordinary ?? writeHours(hours.value);
  const changes = changesOf(draft, calendar);
  return (
    <Card
      title={texts.workingHours}
      actions={
        <Button size="xs" disabled={!changes} onClick={() => changes && void save(changes)}>
          {common.save}
        </Button>
      }
    >
      <Group gap="xl" align="flex-start" mb="sm">
        <div className="calendar-ordinary">
          {draft.ordinary === null ? (
            <>
              <strong className="calendar-label">{texts.ordinary}</strong>
              <p>{ordinary || texts.closed}</p>
            </>
          ) : (
            <HoursInput label={texts.ordinary} value={ordinary} change={(text) => set({ ordinary: text })} />
          )}
          <Switch
            size="xs"
            mt={6}
            label={texts.takenFrom(hours.from ?? texts.standard)}
            aria-label={`${texts.ordinary}: ${texts.takenFrom(hours.from ?? texts.standard)}`}
            checked={draft.ordinary === null}
            onChange={(event) => set({ ordinary: event.target.checked ? null : writeHours(hours.value) })}
          />
        </div>
        <Switch
          size="xs"
          mt={4}
          label={texts.freeFrom(free.from ?? texts.standard)}
          checked={draft.weekend === null}
          onChange={(event) => set({ weekend: event.target.checked ? null : [...free.value] })}
        />
      </Group>
      <WeekdayTable draft={draft} ordinary={ordinary} weekend={draft.weekend ?? free.value} set={set} />
    </Card>
  );
}

interface WeekdaysProps {
  readonly draft: Draft;
  /** Hours of a regular day, as text. */
  readonly ordinary: string;
  readonly weekend: readonly number[];
  set(part: Partial<Draft>): void;
}

function WeekdayTable(props: WeekdaysProps) {
  const texts = useCalendarTexts();
  return (
    <table className="calendar-weekdays">
      <thead>
        <tr>
          <th scope="col">{texts.weekday}</th>
          <th scope="col">{texts.free}</th>
          <th scope="col">{texts.own}</th>
          <th scope="col">{texts.hours}</th>
        </tr>
      </thead>
      <tbody>
        {WEEKDAYS.map((weekday) => (
          <WeekdayRow key={weekday} weekday={weekday} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function WeekdayRow({ weekday, draft, ordinary, weekend, set }: WeekdaysProps & { readonly weekday: number }) {
  const texts = useCalendarTexts();
  const name = useWeekdays()(weekday);
  const own = draft.weekdays[weekday] ?? null;
  const isFree = weekend.includes(weekday);
  const setDay = (text: string | null): void => set({ weekdays: { ...draft.weekdays, [weekday]: text } });
  const setFree = (free: boolean): void =>
    set({ weekend: free ? [...weekend, weekday].sort() : weekend.filter((each) => each !== weekday) });
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Checkbox
          size="xs"
          aria-label={`${name}: ${texts.free}`}
          checked={isFree}
          disabled={draft.weekend === null}
          onChange={(event) => setFree(event.target.checked)}
        />
      </td>
      <td>
        <Checkbox
          size="xs"
          aria-label={`${name}: ${texts.own}`}
          checked={own !== null}
          onChange={(event) => setDay(event.target.checked ? (isFree ? '' : ordinary) : null)}
        />
      </td>
      <td>
        {own === null ? (
          <span className="calendar-taken">{isFree ? texts.closed : ordinary || texts.closed}</span>
        ) : (
          <HoursInput quiet label={`${name}: ${texts.hours}`} value={own} change={setDay} />
        )}
      </td>
    </tr>
  );
}
