import { Button, Group, MultiSelect, Select } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { formatIn } from '../../dates/format.ts';
import { useLocale } from '../../i18n/language.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useNotify } from '../../kit/use-notify.ts';
import type { Calendar } from './calendar.ts';
import { usePublicHolidayTexts } from './public-holiday-texts.ts';
import { useCalendarTexts } from './texts.ts';

const DAY = 86_400_000;

interface Choice {
  readonly country: string;
  readonly region: string | null;
  readonly years: readonly string[];
}

/** The country of the browser's language, if it names one: nl-BE is Belgium. */
const usualCountry = (): string => /^[a-z]{2,3}-(?:[A-Za-z]{4}-)?([A-Z]{2})\b/.exec(navigator.language)?.[1] ?? '';

/** Choose country, region and years, look, add. What the calendar has already is not added again. */
export function PublicHolidays({ calendar, onClose }: { calendar: Calendar; onClose(): void }) {
  const texts = usePublicHolidayTexts();
  const { texts: common, language } = useLocale();
  const { saved } = useCalendarTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const thisYear = new Date(Date.now()).getUTCFullYear();
  const [choice, setChoice] = useState<Choice>({
    country: usualCountry(),
    region: null,
    years: [String(thisYear), String(thisYear + 1)],
  });
  const [sending, setSending] = useState(false);
  const countries = useQuery(
    queryOptions({
      queryKey: ['public-holiday-countries', language],
      queryFn: ({ signal }) => api.get('/publicHoliday/countries', { query: { language }, signal }),
      staleTime: DAY,
    }),
  );
  const country = countries.data?.find(({ code }) => code === choice.country);
  const holidays = useQuery({
    queryKey: ['administration', 'public-holidays', calendar.code, choice, language],
    queryFn: ({ signal }) => {
      const { country: of, region, years } = choice;
      const query = { country: of, ...(region === null ? {} : { region }), years, language };
      return api.get('/publicHoliday', { query: { ...query, calendarCode: calendar.code }, signal });
    },
    enabled: country !== undefined && choice.years.length > 0,
    placeholderData: keepPreviousData,
  });
  const fresh = (holidays.data ?? []).filter(({ known }) => !known).length;
  const add = async (): Promise<void> => {
    if (sending || fresh === 0) return;
    setSending(true);
    try {
      const { country: of, region, years } = choice;
      const body = { country: of, ...(region === null ? {} : { region }), years: years.map(Number), language };
      await api.post('/calendar/{code}/publicHolidays', { path: { code: calendar.code }, body });
      notify.success(saved);
      onClose();
    } catch (error) {
      notify.error(error);
    }
    setSending(false);
    await queries.invalidateQueries({ queryKey: ['administration'] });
  };
  return (
    <FormDialog title={texts.open} size="lg" onSubmit={() => void add()} onClose={onClose}>
      <QueryBoundary query={countries}>
        {(list) => (
          <Select
            label={texts.country}
            searchable
            allowDeselect={false}
            data={list.map(({ code, name }) => ({ value: code, label: name }))}
            value={country ? choice.country : null}
            onChange={(code) => setChoice({ ...choice, country: code ?? '', region: null })}
          />
        )}
      </QueryBoundary>
      {country && country.regions.length > 0 && (
        <Select
          label={texts.region}
          placeholder={texts.wholeCountry}
          searchable
          clearable
          data={country.regions.map(({ code, name }) => ({ value: code, label: name }))}
          value={choice.region}
          onChange={(region) => setChoice({ ...choice, region })}
        />
      )}
      <MultiSelect
        label={texts.years}
        data={Array.from({ length: 6 }, (_, at) => String(thisYear - 1 + at))}
        value={[...choice.years]}
        onChange={(years) => setChoice({ ...choice, years: years.toSorted() })}
      />
      {country && choice.years.length > 0 && (
        <QueryBoundary query={holidays}>{(list) => <Preview holidays={list} />}</QueryBoundary>
      )}
      <small className="calendar-credit">{texts.credit}</small>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button type="submit" loading={sending} disabled={fresh === 0}>
          {fresh === 0 ? texts.nothingNew : texts.add(fresh)}
        </Button>
      </Group>
    </FormDialog>
  );
}

function Preview({ holidays }: { holidays: readonly { date: string; name: string; known: boolean }[] }) {
  const texts = usePublicHolidayTexts();
  const { locale } = useLocale();
  const format = formatIn('UTC', locale);
  if (holidays.length === 0) return <div className="kit-note">{texts.none}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <ul className="calendar-public" aria-label={texts.preview} tabIndex={0}>
      {holidays.map(({ date, name, known }) => (
        <li key={`${date} ${name}`} data-known={known}>
          {format.date(date)} {name}
          {known && <small> ({texts.known})</small>}
        </li>
      ))}
    </ul>
  );
}
