import { Button, Modal, TextInput } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { formatIn } from '../../dates/format.ts';
import { addDays } from '../../dates/zone.ts';
import { useLocale } from '../../i18n/language.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useNotify } from '../../kit/use-notify.ts';
import { type Entry, type EntryStatus, sameTask, type Task } from '../../offline/action.ts';
import { useMay } from '../../session/may.ts';
import { movesFrom, useStatusTexts } from '../timesheets/status.ts';
import { StatusChip } from '../timesheets/status-chip.tsx';
import { taskHint, taskLabel } from '../timesheets/task-label.ts';
import type { TeamRow } from './team-rows.ts';
import { useTeamTexts } from './texts.ts';

const dayQuery = (resourceNo: string, date: string) =>
  queryOptions({
    queryKey: ['team-day', resourceNo, date],
    queryFn: ({ signal }) =>
      api.get('/timesheet', { query: { start: date, end: addDays(date, 1), resourceNo }, signal }),
    staleTime: 0,
  });

/** The entries of a resource's day, with all moves of the transition table: a manager can act for the back office. */
export function TeamDay({ row, date, onClose }: { row: TeamRow; date: string; onClose(): void }) {
  const { texts: common, locale } = useLocale();
  const texts = useTeamTexts();
  const day = useQuery(dayQuery(row.resourceNo, date));
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={texts.entriesOf(row.name.slice(0, 80), formatIn('UTC', locale).day(date))}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <QueryBoundary query={day}>
        {({ entries, tasks }) =>
          entries.length === 0 ? (
            <div className="kit-note">{texts.noEntries}</div>
          ) : (
            <ul className="ts-list">
              {entries.map((entry) => (
                <DayEntry key={entry.id} entry={entry} task={tasks.find((task) => sameTask(task, entry))} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      <Link className="team-open" to="/timesheets" search={{ resource: row.resourceNo, date } as never}>
        {texts.open}
      </Link>
    </Modal>
  );
}

function DayEntry({ entry, task }: { entry: Entry; task: Task | undefined }) {
  const { locale } = useLocale();
  const statusTexts = useStatusTexts();
  const queries = useQueryClient();
  const notify = useNotify();
  const [reason, setReason] = useState('');
  const approve = useMay()('team.approve');
  const moves = approve ? movesFrom(entry.status, 'manager') : [];
  const move = async (status: EntryStatus, message: string | undefined): Promise<void> => {
    try {
      const body = { timeEntryId: entry.timeEntryId, status, ...(message === undefined ? {} : { message }) };
      await api.put('/timeEntry', { body, version: entry.version });
      setReason('');
    } catch (error) {
      notify.error(error);
    }
    await Promise.all(
      ['team-day', 'team-week', 'timesheet'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );
  };
  const label = taskLabel(entry, task);
  return (
    <li className="ts-entry">
      <div className="ts-entry-head">
        <span className="ts-line-what">
          <strong className="ts-text">{label}</strong>
          <small className="ts-text">{taskHint(task)}</small>
        </span>
        <span className="ts-line-end">
          <span className="ts-hours">{formatIn('UTC', locale).hours(entry.durationInSeconds)}</span>
          <StatusChip status={entry.status} />
        </span>
      </div>
      {entry.message && <p className="ts-message">{entry.message}</p>}
      {entry.description && <p className="ts-description">{entry.description}</p>}
      <div className="ts-moves">
        {moves.map(({ to, name, needsReason }) => (
          <Button
            key={name}
            {...approve}
            size="compact-sm"
            variant="default"
            aria-label={`${statusTexts.moves[name]}: ${label}`}
            disabled={needsReason === true && reason.trim() === ''}
            onClick={() => void move(to, needsReason ? reason.trim() : undefined)}
          >
            {statusTexts.moves[name]}
          </Button>
        ))}
        {moves.some(({ needsReason }) => needsReason) && (
          <TextInput
            size="xs"
            aria-label={`${statusTexts.reason}: ${label}`}
            placeholder={statusTexts.reason}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </div>
    </li>
  );
}
