import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { dateOf } from '../../dates/zone.ts';
import { useTexts } from '../../i18n/language.ts';
import { ListState } from '../../kit/list-state.tsx';
import { Page } from '../../kit/page.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { useSession, zoneOf } from '../../session/session.ts';
import { weekFrom } from '../timer/use-timesheet.ts';
import { CsvMenu } from '../timesheets/csv-menu.tsx';
import { TimesheetTabs } from '../timesheets/timesheet-tabs.tsx';
import { WeekBar } from '../timesheets/week-bar.tsx';
import { Decisions } from './decisions.tsx';
import { TeamDay } from './team-day.tsx';
import { TeamFilterFields } from './team-filter-fields.tsx';
import { TeamGrid } from './team-grid.tsx';
import { fits, type TeamFilter, type TeamRow } from './team-rows.ts';
import { useTeamTexts } from './texts.ts';
import { useProblems } from './use-problems.ts';
import { useTeamWeek } from './use-team-week.ts';
import './team.css';

const NO_FILTER: TeamFilter = { team: null, search: '', onlyMissing: false, needsAttention: false };

/** The week of all people, for those who approve time: registered and missing time. */
export function TeamPage() {
  const common = useTexts();
  const texts = useTeamTexts();
  const navigate = useNavigate();
  const query = useSearch({ strict: false }) as { date?: unknown };
  const today = dateOf(zoneOf(useSession()), Date.now());
  const date = typeof query.date === 'string' && /^\d{4}-\d\d-\d\d$/.test(query.date) ? query.date : today;
  const days = useMemo(() => weekFrom(date), [date]);
  const { week, all, teams } = useTeamWeek(days, today);
  const [filter, setFilter] = useState(NO_FILTER);
  const [opened, setOpened] = useState<{ readonly row: TeamRow; readonly date: string }>();
  const applied = useDeferredValue(filter);
  const problems = useProblems(days, today, applied.needsAttention);
  const rows = useMemo(() => all.filter((row) => fits(row, applied, problems)), [all, applied, problems]);
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
        <TeamFilterFields filter={filter} teams={teams} onChange={setFilter} />
        <MissingTotal rows={rows} />
      </div>
      <Decisions days={days} />
      <QueryBoundary query={week}>
        {() =>
          rows.length === 0 ? (
            <ListState isFiltered={all.length > 0} empty={texts.empty} onClear={() => setFilter(NO_FILTER)} />
          ) : (
            <TeamGrid days={days} rows={rows} problems={problems} onOpen={(row, of) => setOpened({ row, date: of })} />
          )
        }
      </QueryBoundary>
      {opened && <TeamDay row={opened.row} date={opened.date} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

function MissingTotal({ rows }: { rows: readonly TeamRow[] }) {
  const texts = useTeamTexts();
  const format = useFormat();
  const incomplete = rows.filter(({ missing }) => missing > 0);
  const total = incomplete.reduce((sum, { missing }) => sum + missing, 0);
  return (
    <strong className={incomplete.length > 0 ? 'team-missing' : undefined}>
      {texts.missingInAll(format.hours(total), incomplete.length)}
    </strong>
  );
}
