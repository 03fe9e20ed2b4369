import { Button, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { dateOf } from '../../dates/zone.ts';
import { Icon } from '../../frame/icons.tsx';
import { useTexts } from '../../i18n/language.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useConfirm } from '../../kit/use-confirm.tsx';
import type { Action } from '../../offline/action.ts';
import type { ShownEntry } from '../../offline/merge.ts';
import { useTimesheet, weekFrom } from '../timer/use-timesheet.ts';
import { CorrectStart } from './correct-start.tsx';
import { DayStrip } from './day-strip.tsx';
import { Entries } from './entries.tsx';
import { type Draft, EntryForm } from './entry-form.tsx';
import { PendingActions, RefusedActions } from './pending-actions.tsx';
import { Sessions } from './sessions.tsx';
import { needsAttention } from './status.ts';
import { Summary } from './summary.tsx';
import { useTimesheetTexts } from './texts.ts';
import { TimerCard } from './timer-card.tsx';
import { WeekBar } from './week-bar.tsx';

interface Props {
  readonly resourceNo: string;
  readonly date: string;
  readonly today: string;
  onGo(date: string): void;
}

/** The week of a resource: its clock, its entries, and the sessions of one day. */
export function Week({ resourceNo, date, today, onGo }: Props) {
  const common = useTexts();
  const texts = useTimesheetTexts();
  const days = useMemo(() => weekFrom(date), [date]);
  const { query, merged, device, state, taskOf } = useTimesheet(resourceNo, days);
  const { ask, dialog } = useConfirm();
  const [span, setSpan] = useState<'day' | 'week'>('day');
  const [writing, setWriting] = useState<{ readonly draft: Draft; readonly instead?: string }>();
  const [correcting, setCorrecting] = useState<Action>();

  const edit = ({ timeEntryId, version, task, durationInSeconds, description, date: of }: ShownEntry): void => {
    if (timeEntryId === null) return;
    const draft = { date: of, task, durationInSeconds, description: description ?? '' };
    setWriting({ draft: { ...draft, known: { timeEntryId, version } } });
  };
  const remove = ({ timeEntryId }: ShownEntry): void => {
    if (timeEntryId === null) return;
    const act = (): void => void device.act(resourceNo, { kind: 'remove', timeEntryId });
    ask({ title: texts.removeAsk, body: texts.removeBody, yes: common.remove, act });
  };
  const correct = (action: Action): void => {
    const { id, deed } = action;
    if (deed.kind === 'start') setCorrecting(action);
    if (deed.kind === 'add') setWriting({ draft: deed, instead: id });
    if (deed.kind === 'edit') {
      const entry = merged?.entries.find(({ timeEntryId }) => timeEntryId === deed.timeEntryId);
      // With the version that is seen now: somebody else may have been there.
      const known = { timeEntryId: deed.timeEntryId, version: entry?.version ?? deed.version };
      setWriting({ draft: { ...deed, date, task: entry?.task, known }, instead: id });
    }
  };

  return (
    <QueryBoundary query={query}>
      {({ sheet, isKept, asOf }) => {
        if (!merged) return null;
        const seconds = new Map<string, number>();
        for (const each of merged.entries)
          seconds.set(each.date, (seconds.get(each.date) ?? 0) + each.durationInSeconds);
        return (
          <>
            <div className="ts-head">
              <WeekBar days={days} today={today} onGo={onGo} />
              <Summary
                registered={merged.entries.reduce((sum, { durationInSeconds }) => sum + durationInSeconds, 0)}
                expected={sheet.days.reduce((sum, { workingInSeconds }) => sum + workingInSeconds, 0)}
                attention={merged.entries.filter(({ status }) => needsAttention(status)).length + state.held.size}
                waiting={state.actions.filter(({ id }) => !state.sent.has(id) && !state.held.has(id)).length}
                isOnline={state.isOnline && !isKept}
                asOf={isKept ? asOf : undefined}
              />
              <DayStrip days={days} date={date} today={today} seconds={seconds} onChoose={onGo} />
            </div>
            <div className="ts-columns">
              <div>
                <TimerCard sheet={sheet} today={today} running={merged.running} device={device} taskOf={taskOf} />
                <PendingActions zone={sheet.timeZone} device={device} state={state} taskOf={taskOf} />
                <RefusedActions
                  zone={sheet.timeZone}
                  device={device}
                  state={state}
                  taskOf={taskOf}
                  onCorrect={correct}
                />
                <Entries
                  entries={merged.entries.filter((entry) => span === 'week' || entry.date === date)}
                  dated={span === 'week'}
                  taskOf={taskOf}
                  onEdit={edit}
                  onRemove={remove}
                  onMove={({ timeEntryId }, status) =>
                    timeEntryId !== null && void device.act(resourceNo, { kind: 'move', timeEntryId, status })
                  }
                  actions={
                    <>
                      <SegmentedControl
                        size="xs"
                        aria-label={common.view}
                        data={[
                          { value: 'day', label: common.day },
                          { value: 'week', label: common.week },
                        ]}
                        value={span}
                        onChange={(next) => setSpan(next === 'week' ? 'week' : 'day')}
                      />
                      <Button
                        size="compact-sm"
                        variant="default"
                        leftSection={<Icon name="add" size={14} />}
                        onClick={() =>
                          setWriting({
                            draft: { date, task: undefined, durationInSeconds: undefined, description: '' },
                          })
                        }
                      >
                        {texts.addEntry}
                      </Button>
                    </>
                  }
                />
              </div>
              <Sessions
                key={date}
                resourceNo={resourceNo}
                zone={sheet.timeZone}
                date={date}
                sessions={merged.sessions.filter(
                  ({ startedAt }) => dateOf(sheet.timeZone, Date.parse(startedAt)) === date,
                )}
                device={device}
                taskOf={taskOf}
              />
            </div>
            {writing && (
              <EntryForm
                draft={writing.draft}
                sheet={sheet}
                taskOf={taskOf}
                onClose={() => setWriting(undefined)}
                onSave={(deed) =>
                  void (writing.instead === undefined
                    ? device.act(resourceNo, deed)
                    : device.again(writing.instead, deed))
                }
              />
            )}
            {correcting?.deed.kind === 'start' && (
              <CorrectStart
                deed={correcting.deed}
                sheet={sheet}
                onClose={() => setCorrecting(undefined)}
                onSave={(deed) => void device.again(correcting.id, deed)}
              />
            )}
            {dialog}
          </>
        );
      }}
    </QueryBoundary>
  );
}
