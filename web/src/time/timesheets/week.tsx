import { useMemo } from 'react';
import { dateOf } from '../../dates/zone.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useTimesheet, weekFrom } from '../timer/use-timesheet.ts';
import { DayStrip } from './day-strip.tsx';
import { EntryCard } from './entry-card.tsx';
import { PendingActions, RefusedActions } from './pending-actions.tsx';
import { Sessions } from './sessions.tsx';
import { TimerCard } from './timer-card.tsx';
import { useEntryEditing } from './use-entry-editing.tsx';
import { WeekBar } from './week-bar.tsx';
import { WeekSummary } from './week-summary.tsx';

interface Props {
  readonly resourceNo: string;
  readonly date: string;
  readonly today: string;
  onGo(date: string): void;
}

/** The week of a resource: its timer, its entries, and the sessions of one day. */
export function Week({ resourceNo, date, today, onGo }: Props) {
  const days = useMemo(() => weekFrom(date), [date]);
  const { query, merged, device, state, taskOf } = useTimesheet(resourceNo, days);
  const editing = useEntryEditing({ resourceNo, date, device, entries: merged?.entries ?? [] });
  return (
    <QueryBoundary query={query}>
      {({ sheet, isKept, asOf }) => {
        if (!merged) return null;
        const zone = sheet.timeZone;
        const seconds = new Map<string, number>();
        for (const each of merged.entries)
          seconds.set(each.date, (seconds.get(each.date) ?? 0) + each.durationInSeconds);
        return (
          <>
            <div className="ts-head">
              <WeekBar days={days} today={today} onGo={onGo} />
              <WeekSummary sheet={sheet} entries={merged.entries} state={state} keptAsOf={isKept ? asOf : undefined} />
              <DayStrip days={days} date={date} today={today} seconds={seconds} onChoose={onGo} />
            </div>
            <div className="ts-columns">
              <div>
                <TimerCard sheet={sheet} today={today} running={merged.running} device={device} taskOf={taskOf} />
                <PendingActions zone={zone} device={device} state={state} taskOf={taskOf} />
                <RefusedActions zone={zone} device={device} state={state} taskOf={taskOf} onCorrect={editing.correct} />
                <EntryCard {...{ resourceNo, date, today, taskOf, editing }} entries={merged.entries} />
              </div>
              <Sessions
                key={date}
                {...{ resourceNo, zone, date, device, taskOf }}
                sessions={merged.sessions.filter(({ startedAt }) => dateOf(zone, Date.parse(startedAt)) === date)}
              />
            </div>
            {editing.dialogs(sheet, taskOf)}
          </>
        );
      }}
    </QueryBoundary>
  );
}
