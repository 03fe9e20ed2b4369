import { ActionIcon, Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Paths } from '../../api/schema.ts';
import { formatIn } from '../../dates/format.ts';
import { addDays, dateOf, mondayOf, weekOf } from '../../dates/zone.ts';
import { Icon } from '../../frame/icons.tsx';
import { useLocale, useTexts } from '../../i18n/language.ts';
import { DateInput } from '../../kit/date-input.tsx';
import { Card } from '../../kit/page.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useSession } from '../../session/session.ts';
import type { Calendar } from './calendar.ts';
import { minutesOf, writeHours } from './hours.ts';
import { useCalendarTexts } from './texts.ts';
import './week-preview.css';

type Day = Paths['/calendar/{code}/workingTime']['get']['answer']['days'][number];

const DAY_MINUTES = 1440;
const TICKS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

/** A week of working time of a calendar, with the rules of its parents: every day from 00:00 to 24:00 local time. */
export function WeekPreview({ calendar }: { calendar: Calendar }) {
  const texts = useCalendarTexts();
  const { tenant } = useSession();
  const today = dateOf(tenant.timeZone, Date.now());
  const [monday, setMonday] = useState(mondayOf(today));
  const query = useQuery({
    queryKey: ['administration', 'calendarWeek', calendar.code, monday],
    queryFn: () =>
      api.get('/calendar/{code}/workingTime', {
        path: { code: calendar.code },
        query: { start: monday, end: addDays(monday, 7) },
      }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title={texts.preview} actions={<WeekChoice monday={monday} today={today} onMonday={setMonday} />}>
      <QueryBoundary query={query}>
        {({ days }) => (
          <>
            <div className="week" aria-hidden="true">
              <span />
              <div className="week-ticks">
                {TICKS.map((hour) => (
                  <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
                    {hour}
                  </span>
                ))}
              </div>
            </div>
            <ul className="week-days" aria-label={texts.preview}>
              {days.map((day) => (
                <DayRow key={day.date} day={day} isToday={day.date === today} />
              ))}
            </ul>
          </>
        )}
      </QueryBoundary>
    </Card>
  );
}

function WeekChoice(props: { monday: string; today: string; onMonday(monday: string): void }) {
  const texts = useCalendarTexts();
  const common = useTexts();
  const { monday, today, onMonday } = props;
  const arrow = (name: 'previous' | 'next', days: number) => (
    <ActionIcon variant="default" size="md" aria-label={common[name]} onClick={() => onMonday(addDays(monday, days))}>
      <Icon name={name} size={14} />
    </ActionIcon>
  );
  return (
    <Group gap={6}>
      <strong className="week-number">{common.weekOf(weekOf(monday))}</strong>
      {arrow('previous', -7)}
      <Button variant="default" size="compact-sm" onClick={() => onMonday(mondayOf(today))}>
        {common.today}
      </Button>
      {arrow('next', 7)}
      <DateInput
        size="xs"
        aria-label={texts.weekOfDate}
        value={monday}
        onChange={(date) => date !== '' && onMonday(mondayOf(date))}
      />
    </Group>
  );
}

const percent = (clock: string): number => (minutesOf(clock) / DAY_MINUTES) * 100;
const styleOf = (start: string, end: string) => ({
  left: `${percent(start)}%`,
  width: `${percent(end) - percent(start)}%`,
});

function DayRow({ day, isToday }: { day: Day; isToday: boolean }) {
  const texts = useCalendarTexts();
  const { locale } = useLocale();
  const format = formatIn('UTC', locale);
  const { hours, by, holiday, clockChange: change } = day;
  const isSkip = change !== null && change.from < change.to;
  const notes = [
    by === 'holiday' ? (holiday ?? texts.by.holiday) : by === 'businessHours' ? '' : texts.by[by],
    change === null ? '' : texts.dayOf(day.lengthInSeconds / 3600),
  ].filter((note) => note !== '');
  return (
    <li className="week">
      <span className={isToday ? 'week-day week-today' : 'week-day'}>{format.day(`${day.date}T00:00:00Z`)}</span>
      <div className={hours.length === 0 ? 'week-bar week-closed' : 'week-bar'}>
        {hours.map(({ start, end }) => (
          <span key={start} className="week-open" style={styleOf(start, end)} title={writeHours([{ start, end }])} />
        ))}
        {change !== null && (
          <span
            className={isSkip ? 'week-skipped' : 'week-twice'}
            style={isSkip ? styleOf(change.from, change.to) : styleOf(change.to, change.from)}
          />
        )}
      </div>
      <span className="week-hours">{hours.length === 0 ? texts.closed : writeHours(hours)}</span>
      <span className="week-sum">{format.hours(day.workingInSeconds)}</span>
      <span className="week-note">{notes.join(' · ')}</span>
    </li>
  );
}
