import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatIn } from '../../dates/format.ts';
import { useLocale } from '../../i18n/language.ts';
import { Card } from '../../kit/page.tsx';
import { useFormat } from '../../kit/use-format.ts';
import type { Task, TaskKey } from '../../offline/action.ts';
import type { ShownEntry } from '../../offline/merge.ts';
import { useTimerTexts } from '../timer/texts.ts';
import { EntryButtons, type EntryHandlers } from './entry-buttons.tsx';
import { StatusChip } from './status-chip.tsx';
import { taskHint, taskLabel } from './task-label.ts';
import { useTimesheetTexts } from './texts.ts';

interface Props extends EntryHandlers {
  readonly entries: readonly ShownEntry[];
  /** True where the list covers several days. */
  readonly dated: boolean;
  readonly actions: ReactNode;
  /** Shown instead of an empty list. */
  readonly empty: string | undefined;
  readonly children?: ReactNode;
  taskOf(task: TaskKey): Task | undefined;
}

/** The time entries of a person, with the actions that each allows. */
export function Entries({ entries, dated, actions, empty, children, ...rest }: Props) {
  const texts = useTimesheetTexts();
  return (
    <Card title={texts.entries} actions={actions}>
      {entries.length === 0 ? (
        empty !== undefined && <div className="kit-note">{empty}</div>
      ) : (
        <ul className="ts-list">
          {[...entries]
            .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
            .map((entry) => (
              <EntryLine key={entry.key} entry={entry} dated={dated} {...rest} />
            ))}
        </ul>
      )}
      {children}
    </Card>
  );
}

type LineProps = Omit<Props, 'entries' | 'actions' | 'empty' | 'children'> & { readonly entry: ShownEntry };

/** An entry that is not sent yet has no id: it cannot be changed before that. */
function EntryLine({ entry, dated, taskOf, ...props }: LineProps) {
  const { locale } = useLocale();
  const { onDevice } = useTimerTexts();
  const format = useFormat();
  const { status, task, date } = entry;
  const label = taskLabel(task, taskOf(task));
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
      {entry.timeEntryId !== null && <EntryButtons entry={entry} label={label} {...props} />}
    </li>
  );
}
