import { Checkbox, SegmentedControl, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import type { Schemas } from '../api/schema.ts';
import { NEW_RELATION, relationFormOf, valuesOf } from '../dependencies/relation.ts';
import { RelationFields } from '../dependencies/relation-fields.tsx';
import { useDependencyFieldTexts } from '../dependencies/texts.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { FormFooter } from '../kit/form-footer.tsx';
import { useDependencyTexts } from './dependency-texts.ts';
import { kinds } from './kinds.ts';
import { type Row, textOf } from './record.ts';
import {
  dependencyKey,
  dependencyOf,
  isSameTask,
  type TaskDependency,
  type TaskNo,
  taskNoText,
} from './task-dependency.ts';
import { taskKey } from './task-key.ts';
import { useUndoToast } from './use-undo-toast.tsx';

interface Props {
  readonly task: Row;
  /** The dependency to change; undefined for a new one. */
  readonly row: Row | undefined;
  /** The other task of a dependency to change. */
  readonly name: string;
  readonly known: readonly TaskDependency[];
  onClose(): void;
}

/** Adds a dependency of a task, or changes one. The two tasks of one that exists stay as they are. */
export function TaskDependencyDialog({ task, row, name, known, onClose }: Props) {
  const texts = useDependencyTexts();
  const fields = useDependencyFieldTexts();
  const queries = useQueryClient();
  const announce = useUndoToast();
  const before = row && dependencyOf(task, row);
  const [waits, setWaits] = useState(before?.waits ?? true);
  const [other, setOther] = useState<TaskNo | undefined>(before?.other);
  const [form, setForm] = useState(before ? relationFormOf(before) : NEW_RELATION);
  const [differentResources, setDifferent] = useState(before?.differentResources ?? false);
  const [state, setState] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const values = valuesOf(form);
  const taken = [...known.map((each) => each.other), taskKey(task)];
  const save = async (): Promise<void> => {
    if (!values || !other) return;
    const actionId = newId();
    const body = { ...dependencyKey(task, { waits, other }), ...values, differentResources };
    setState({ isBusy: true });
    try {
      await api.post('/taskDependency', {
        body: body as Schemas['TaskDependencyWrite'],
        actionId,
        ...(row ? { version: row.version } : {}),
      });
    } catch (error) {
      setState({ isBusy: false, error });
      return;
    }
    onClose();
    announce(texts.saved(taskNoText(other)), actionId);
    await queries.invalidateQueries();
  };
  return (
    <FormDialog title={row ? fields.edit(name) : fields.add} onSubmit={() => void save()} onClose={onClose}>
      {!row && (
        <>
          <SegmentedControl
            aria-label={texts.direction}
            value={waits ? 'waits' : 'awaited'}
            onChange={(value) => setWaits(value === 'waits')}
            data={[
              { value: 'waits', label: texts.waitsFor },
              { value: 'awaited', label: texts.isAwaited },
            ]}
          />
          <OtherTask task={task} taken={taken} value={other} onChange={setOther} />
        </>
      )}
      <RelationFields form={form} sentences={fields.sentences(waits ? 'otherTask' : 'thisTask')} onChange={setForm} />
      <Checkbox
        label={texts.differentPeople}
        description={texts.differentPeopleHint}
        checked={differentResources}
        onChange={(event) => setDifferent(event.currentTarget.checked)}
      />
      <FormFooter
        error={state.error}
        isBusy={state.isBusy}
        disabled={values === undefined || other === undefined}
        onCancel={onClose}
      />
    </FormDialog>
  );
}

interface OtherTaskProps {
  readonly task: Row;
  /** Tasks that cannot be chosen: the task itself, and those that it has a dependency with. */
  readonly taken: readonly TaskNo[];
  readonly value: TaskNo | undefined;
  onChange(task: TaskNo | undefined): void;
}

/** Tasks of the same source system, searched by the service. */
function OtherTask({ task, taken, value, onChange }: OtherTaskProps) {
  const texts = useDependencyTexts();
  const [search, setSearch] = useState('');
  const { sourceApp, sourceType } = taskKey(task);
  const labelOf = (row: Row): string =>
    [taskNoText(noOf(row)), textOf(row, 'shortDescription').slice(0, 80)].filter((part) => part !== '').join(' · ');
  const [chosen, setChosen] = useState<Row>();
  // The text of the choice is no search.
  const [wanted] = useDebouncedValue(chosen && search === labelOf(chosen) ? '' : search.trim(), 200);
  const { data } = useQuery({
    queryKey: ['master-data', 'tasks', 'to-depend-on', sourceApp, sourceType, wanted],
    queryFn: () =>
      kinds.tasks.list({
        ...{ sourceApp, sourceType, limit: 30, sort: 'jobNo,taskNo' },
        ...(wanted === '' ? {} : { search: wanted }),
      }),
    placeholderData: (last) => last,
  });
  const found = (data?.records ?? []).filter((row) => !taken.some((each) => isSameTask(each, noOf(row))));
  const rows = [...(chosen ? [chosen] : []), ...found.filter(({ id }) => id !== chosen?.id)];
  return (
    <Select
      label={texts.otherTask}
      placeholder={texts.searchTask}
      data-autofocus
      searchable
      required
      value={value && chosen ? String(chosen.id) : null}
      nothingFoundMessage={texts.noTask}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      data={rows.map((row) => ({ value: String(row.id), label: labelOf(row) }))}
      onChange={(id) => {
        const row = rows.find((each) => String(each.id) === id);
        setChosen(row);
        onChange(row && noOf(row));
      }}
    />
  );
}

const noOf = (row: Row): TaskNo => ({ jobNo: textOf(row, 'jobNo'), taskNo: textOf(row, 'taskNo') });
