import { Checkbox, Select, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { api } from '../../api/client.ts';
import { dateOf } from '../../dates/zone.ts';
import { useTexts } from '../../i18n/language.ts';
import { Page } from '../../kit/page.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useFormat } from '../../kit/use-format.ts';
import type { Days } from '../../offline/merge.ts';
import { useSession, zoneOf } from '../../session/session.ts';
import { weekFrom } from '../timer/use-timesheet.ts';
import { CsvMenu } from '../timesheets/csv-menu.tsx';
import { peopleQuery } from '../timesheets/people.ts';
import { TimesheetTabs } from '../timesheets/timesheet-tabs.tsx';
import { WeekBar } from '../timesheets/week-bar.tsx';
import { TeamDay } from './team-day.tsx';
import { TeamGrid } from './team-grid.tsx';
import { fits, type TeamRow, teamRows } from './team-rows.ts';
import { useTeamTexts } from './texts.ts';
import './team.css';

const weekQuery = ({ start, end }: Days) =>
  queryOptions({
    queryKey: ['team-week', start],
    queryFn: async ({ signal }) => {
      const query = { start, end };
      const [missing, summary] = await Promise.all([
        api.get('/timeEntry/missing', { query, signal }),
        api.get('/timeEntry/summary', { query: { ...query, by: 'resource' }, signal }),
      ]);
      const planned = new Map(
        summary.flatMap((row): [string, number][] =>
          'resourceNo' in row ? [[row.resourceNo, row.plannedInSeconds]] : [],
        ),
      );
      return { missing, planned };
    },
    refetchInterval: 120_000,
  });

/** The week of everybody, for those who plan: who registered what, and what is missing. */
export function TeamPage() {
  const { user } = useSession();
  return user.scopes.includes('plan') ? <Team /> : <Navigate to="/timesheets" replace />;
}

function Team() {
  const common = useTexts();
  const texts = useTeamTexts();
  const format = useFormat();
  const session = useSession();
  const navigate = useNavigate();
  const query = useSearch({ strict: false }) as { date?: unknown };
  const today = dateOf(zoneOf(session), Date.now());
  const date = typeof query.date === 'string' && /^\d{4}-\d\d-\d\d$/.test(query.date) ? query.date : today;
  const days = useMemo(() => weekFrom(date), [date]);
  const week = useQuery(weekQuery(days));
  const { data: people = [] } = useQuery(peopleQuery);
  const [team, setTeam] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [onlyMissing, setOnlyMissing] = useState(false);
  const [opened, setOpened] = useState<{ readonly row: TeamRow; readonly date: string }>();
  const sought = useDeferredValue(search);
  const all = useMemo(
    () => teamRows(week.data?.missing ?? [], people, week.data?.planned ?? new Map()),
    [week.data, people],
  );
  const rows = useMemo(
    () => all.filter((row) => fits(row, { team, search: sought, onlyMissing })),
    [all, team, sought, onlyMissing],
  );
  const lacking = rows.filter(({ missing }) => missing > 0);
  const teams = new Map(
    people.flatMap(({ teamCode, teamName }) => (teamCode ? [[teamCode, teamName ?? teamCode]] : [])),
  );
  return (
    <Page
      title={common.timesheets}
      hint={texts.hint}
      actions={
        <>
          <CsvMenu days={days} />
          <TimesheetTabs />
        </>
      }
    >
      <div className="team-tools">
        <WeekBar
          days={days}
          today={today}
          onGo={(next) => void navigate({ to: '/timesheets/team', search: { date: next } as never, replace: true })}
        />
        <TextInput
          aria-label={texts.search}
          placeholder={texts.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {teams.size > 0 && (
          <Select
            aria-label={texts.team}
            placeholder={texts.allTeams}
            clearable
            searchable
            data={[...teams].map(([value, label]) => ({ value, label: label.slice(0, 60) }))}
            value={team}
            onChange={setTeam}
          />
        )}
        <Checkbox
          label={texts.onlyMissing}
          checked={onlyMissing}
          onChange={(event) => setOnlyMissing(event.currentTarget.checked)}
        />
        <strong className={lacking.length > 0 ? 'team-missing' : undefined}>
          {texts.missingInAll(format.hours(lacking.reduce((sum, { missing }) => sum + missing, 0)), lacking.length)}
        </strong>
      </div>
      <QueryBoundary query={week}>
        {() =>
          rows.length === 0 ? (
            <div className="kit-note">{all.length === 0 ? texts.empty : texts.noMatch}</div>
          ) : (
            <TeamGrid days={days} rows={rows} onOpen={(row, of) => setOpened({ row, date: of })} />
          )
        }
      </QueryBoundary>
      {opened && <TeamDay row={opened.row} date={opened.date} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}
