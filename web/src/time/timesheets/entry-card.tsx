import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../frame/icons.tsx';
import { useTexts } from '../../i18n/language.ts';
import type { Task, TaskKey } from '../../offline/action.ts';
import type { ShownEntry } from '../../offline/merge.ts';
import { useMay } from '../../session/may.ts';
import { AttentionEntries } from './attention-entries.tsx';
import { Entries } from './entries.tsx';
import { useTimesheetTexts } from './texts.ts';
import type { EntryEditing } from './use-entry-editing.tsx';

interface Props {
  readonly resourceNo: string;
  readonly entries: readonly ShownEntry[];
  readonly date: string;
  readonly today: string;
  readonly editing: EntryEditing;
  taskOf(task: TaskKey): Task | undefined;
}

/** The entries of the day, of the week, or those that need attention. */
export function EntryCard({ resourceNo, entries, date, today, editing, taskOf }: Props) {
  const common = useTexts();
  const texts = useTimesheetTexts();
  const add = useMay()('time.add');
  const [span, setSpan] = useState<'day' | 'week' | 'attention'>('day');
  const actions = (
    <>
      <SegmentedControl
        size="xs"
        aria-label={common.view}
        data={[
          { value: 'day', label: common.day },
          { value: 'week', label: common.week },
          { value: 'attention', label: texts.needsAttention },
        ]}
        value={span}
        onChange={(next) => setSpan(next === 'week' || next === 'attention' ? next : 'day')}
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
  );
  if (span === 'attention') return <AttentionEntries {...{ resourceNo, today, editing, actions }} />;
  return (
    <Entries
      entries={entries.filter((entry) => span === 'week' || entry.date === date)}
      empty={texts.noEntries}
      dated={span === 'week'}
      taskOf={taskOf}
      onEdit={editing.edit}
      onRemove={editing.remove}
      onMove={editing.move}
      actions={actions}
    />
  );
}
