import { Badge, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatIn } from '../../dates/format.ts';
import { Icon } from '../../frame/icons.tsx';
import { useLocale } from '../../i18n/language.ts';
import { Card } from '../../kit/page.tsx';
import { useFormat } from '../../kit/use-format.ts';
import type { Task, TaskKey } from '../../offline/action.ts';
import type { ShownEntry } from '../../offline/merge.ts';
import { useTimerTexts } from '../timer/texts.ts';
import { isEditable, isRemovable, movesFrom, useStatusTexts } from './status.ts';
import { StatusChip } from './status-chip.tsx';
import { taskHint, taskLabel } from './task-label.ts';
import { useTimesheetTexts } from './texts.ts';

interface Props {
  readonly entries: readonly ShownEntry[];
  /** Whether dates are shown: where there are several days. */
  readonly dated: boolean;
  readonly actions: ReactNode;
  taskOf(task: TaskKey): Task | undefined;
  onEdit(entry: ShownEntry): void;
  onRemove(entry: ShownEntry): void;
  onMove(entry: ShownEntry, status: ShownEntry['status']): void;
}

/** Claims of time, and what their person can do about each of them. */
export function Entries({ entries, dated, actions, ...rest }: Props) {
  const texts = useTimesheetTexts();
  return (
    <Card title={texts.entries} actions={actions}>
      {entries.length === 0 ? (
        <div className="kit-note">{texts.noEntries}</div>
      ) : (
        <ul className="ts-list">
          {[...entries]
            .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
            .map((entry) => (
              <EntryLine key={entry.key} entry={entry} dated={dated} {...rest} />
            ))}
        </ul>
      )}
    </Card>
  );
}

type LineProps = Omit<Props, 'entries' | 'actions'> & { readonly entry: ShownEntry };

function EntryLine({ entry, dated, taskOf, onEdit, onRemove, onMove }: LineProps) {
  const { texts: common, locale } = useLocale();
  const { onDevice } = useTimerTexts();
  const statusTexts = useStatusTexts();
  const format = useFormat();
  const { status, task, date, timeEntryId } = entry;
  const label = taskLabel(task, taskOf(task));
  // An entry that is not sent yet has no id: it cannot be changed before that.
  const isKnown = timeEntryId !== null;
  return (
    <li className="ts-entry">
      <div className="ts-entry-head">
        <span className="ts-line-what">
          <strong className="ts-text">{label}</strong>
          <small className="ts-text">
            {dated && `${formatIn('UTC', locale).day(date)} · `}
            {taskHint(taskOf(task))}
          </small>
        </span>
        <span className="ts-line-end">
          <span className="ts-hours">{format.hours(entry.durationInSeconds)}</span>
          <StatusChip status={status} />
          {entry.onDevice && (
            <Badge size="xs" color="gray" variant="outline" tt="none">
              {onDevice}
            </Badge>
          )}
        </span>
      </div>
      {entry.message && <p className="ts-message">{entry.message}</p>}
      {entry.description && <p className="ts-description">{entry.description}</p>}
      {isKnown && (
        <div className="ts-moves">
          {movesFrom(status, 'person').map(({ to, name }, at) => (
            <Button
              key={name}
              size="compact-sm"
              variant={at === 0 && status !== 2 ? 'light' : 'default'}
              aria-label={`${statusTexts.moves[name]}: ${label}`}
              onClick={() => onMove(entry, to)}
            >
              {statusTexts.moves[name]}
            </Button>
          ))}
          <span className="top-space" />
          {isEditable(status) && (
            <Button
              size="compact-sm"
              className="ts-tool"
              variant="subtle"
              color="dark"
              aria-label={`${common.edit}: ${label}`}
              onClick={() => onEdit(entry)}
            >
              <Icon name="edit" size={15} />
              <span className="ts-wide">{common.edit}</span>
            </Button>
          )}
          {isRemovable(status) && (
            <Button
              size="compact-sm"
              className="ts-tool"
              variant="subtle"
              color="dark"
              aria-label={`${common.remove}: ${label}`}
              onClick={() => onRemove(entry)}
            >
              <Icon name="remove" size={15} />
              <span className="ts-wide">{common.remove}</span>
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
