import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../frame/icons.tsx';
import { useTexts } from '../../i18n/language.ts';
import type { Task, TaskKey } from '../../offline/action.ts';
import type { ShownEntry } from '../../offline/merge.ts';
import { useMay } from '../../session/may.ts';
import { Entries } from './entries.tsx';
import { useTimesheetTexts } from './texts.ts';
import type { EntryEditing } from './use-entry-editing.tsx';

interface Props {
  readonly entries: readonly ShownEntry[];
  readonly date: string;
  readonly editing: EntryEditing;
  taskOf(task: TaskKey): Task | undefined;
}

/** The entries of the day or of the week. */
export function EntryCard({ entries, date, editing, taskOf }: Props) {
  const common = useTexts();
  const texts = useTimesheetTexts();
  const add = useMay()('time.add');
  const [span, setSpan] = useState<'day' | 'week'>('day');
  return (
    <Entries
      entries={entries.filter((entry) => span === 'week' || entry.date === date)}
      dated={span === 'week'}
      taskOf={taskOf}
      onEdit={editing.edit}
      onRemove={editing.remove}
      onMove={editing.move}
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
          {add && (
            <Button
              {...add}
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="add" size={14} />}
              onClick={editing.add}
            >
              {texts.addEntry}
            </Button>
          )}
        </>
      }
    />
  );
}
