import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import { formatIn } from '../dates/format.ts';
import { dateOf } from '../dates/zone.ts';
import { useLocale } from '../i18n/language.ts';
import { DateRangeFields } from '../kit/date-range-fields.tsx';
import { useMay } from '../session/may.ts';
import { useSession } from '../session/session.ts';
import { PartCard } from './part-card.tsx';
import { usePartTexts } from './part-texts.ts';
import { textOf } from './record.ts';

/** The dates of an assignment without a beginning or an end. */
const ENDLESS = '9999-12-31';

const calendarsQuery = {
  queryKey: ['master-data', 'calendar'],
  queryFn: () => api.get('/calendar', { query: { sort: 'code' } }),
};

/** The calendars of a resource, each for a range of dates. */
export function ResourceCalendars({ resourceNo }: { resourceNo: string }) {
  const texts = usePartTexts();
  const { locale } = useLocale();
  const { data: calendars = [] } = useQuery(calendarsQuery);
  // Dates are midnights in the time zone of the tenant.
  const day = (moment: string): string => formatIn('UTC', locale).date(moment.slice(0, 10));
  const nameOf = (code: string): string => calendars.find((each) => each.code === code)?.name || code;
  return (
    <PartCard
      title={texts.calendars}
      empty={texts.noCalendars}
      entity="ResourceCalendar"
      queryKey={['resourceCalendar', resourceNo]}
      list={() => api.get('/resourceCalendar', { query: { resourceNo, sort: 'startDate' } })}
      nameOf={(row) => nameOf(textOf(row, 'calendarCode'))}
      columns={[
        {
          name: texts.calendar,
          by: (row) => nameOf(textOf(row, 'calendarCode')),
          show: (row) => nameOf(textOf(row, 'calendarCode')),
        },
        {
          name: texts.firstDay,
          by: (row) => textOf(row, 'startDate'),
          show: (row) => (textOf(row, 'startDate') < '1901' ? texts.noStart : day(textOf(row, 'startDate'))),
        },
        {
          name: texts.lastDay,
          by: (row) => textOf(row, 'endDate'),
          show: (row) => (textOf(row, 'endDate') > '9999' ? texts.noEnd : day(textOf(row, 'endDate'))),
        },
      ]}
      remove={(row, { dryRun, actionId }) =>
        api.delete('/resourceCalendar', {
          body: { code: textOf(row, 'code') },
          query: { dryRun: dryRun ?? false },
          actionId,
        })
      }
      form={(save) => (
        <NewCalendar
          calendars={calendars}
          add={(assigned) =>
            save(() => api.post('/resourceCalendar', { body: { code: newId(), resourceNo, ...assigned } }))
          }
        />
      )}
    />
  );
}

interface Assigned {
  readonly calendarCode: string;
  readonly startDate: string;
  readonly endDate: string;
}

interface Props {
  readonly calendars: readonly { readonly code: string; readonly name: string | null }[];
  add(assigned: Assigned): Promise<boolean>;
}

function NewCalendar({ calendars, add }: Props) {
  const texts = usePartTexts();
  const { texts: common } = useLocale();
  const { tenant } = useSession();
  const mark = useMay()('masterData.change');
  const [calendarCode, setCalendar] = useState<string | null>(null);
  const [startDate, setStart] = useState(() => dateOf(tenant.timeZone, Date.now()));
  const [endDate, setEnd] = useState('');
  const isComplete = calendarCode !== null && startDate !== '' && (endDate === '' || endDate >= startDate);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isComplete && (await add({ calendarCode, startDate, endDate: endDate || ENDLESS }))) setCalendar(null);
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={texts.addCalendar}>
      <Group gap="xs" mt="xs" align="flex-end">
        <Select
          size="xs"
          searchable
          label={texts.calendar}
          value={calendarCode}
          data={calendars.map(({ code, name }) => ({ value: code, label: name || code }))}
          onChange={setCalendar}
        />
        <DateRangeFields
          from={startDate}
          to={endDate}
          labels={{ from: texts.firstDay, to: texts.lastDay }}
          onChange={({ from, to }) => {
            if (from !== undefined) setStart(from);
            if (to !== undefined) setEnd(to);
          }}
        />
        <Button {...mark} size="xs" type="submit" variant="default" disabled={!isComplete}>
          {common.add}
        </Button>
      </Group>
    </form>
  );
}
