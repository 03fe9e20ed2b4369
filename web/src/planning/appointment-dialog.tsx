import { Button, Group, Modal, MultiSelect, NativeSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { instantOf, localOf } from '../dates/zone.ts';
import { useTexts } from '../i18n/language.ts';
import { useCaptions } from '../kit/use-captions.ts';
import type { OpenTask } from './actions.ts';
import type { Appointment, BoardStore } from './board-store.ts';
import { type OpenTaskLine, openTasksQuery } from './open-tasks.tsx';
import type { AppointmentForm } from './save-appointment.ts';
import { usePlanningTexts } from './texts.ts';

/** An existing appointment, or the position of a new one. */
export type Editing =
  /** The state when the dialog opened: later changes by others are not overwritten. */
  | { readonly type: 'edit'; readonly before: Appointment }
  | { readonly type: 'new'; readonly resourceNo: string; readonly at: number; readonly task: OpenTaskLine | undefined };

interface Props {
  readonly editing: Editing;
  readonly store: BoardStore;
  readonly zone: string;
  onClose(): void;
  onSave(form: AppointmentForm, task: OpenTask | undefined): void;
}

const HOUR = 3_600_000;
const secondsOf = ({ remainingInSeconds, durationInSeconds }: OpenTaskLine): number =>
  durationInSeconds || Math.max(0, remainingInSeconds ?? 0) || 3600;

/** The form of an appointment. Times are local times of the planner. */
export function AppointmentDialog({ editing, store, zone, onClose, onSave }: Props) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const [form, setForm] = useState(() => formOf(editing));
  const [task, setTask] = useState(editing.type === 'new' ? editing.task : undefined);
  const set = (part: Partial<AppointmentForm>): void => setForm((last) => ({ ...last, ...part }));
  const choose = (found: OpenTaskLine | undefined): void => {
    setTask(found);
    if (found) set({ end: form.start + 1000 * secondsOf(found), category: found.category });
  };
  const isReady =
    form.end > form.start && (editing.type === 'edit' || (task !== undefined && form.resources.length > 0));
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={editing.type === 'new' ? own.newAppointment : own.editAppointment}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form
        className="appointment-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onSave(form, task);
        }}
      >
        {editing.type === 'new' ? (
          <TaskField task={task} onChoose={choose} />
        ) : (
          <p className="wide appointment-task" dir="auto">
            {editing.before.jobNo} / {editing.before.taskNo}
          </p>
        )}
        <TextInput
          className="wide"
          label={texts.subject}
          maxLength={255}
          value={form.subject}
          onChange={(event) => set({ subject: event.currentTarget.value })}
        />
        <TimeFields form={form} zone={zone} set={set} />
        <ClassificationFields form={form} store={store} set={set} />
        <Group className="wide" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={!isReady}>
            {texts.save}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** The task of a new appointment, searched among the open ones. */
function TaskField({ task, onChoose }: { task: OpenTaskLine | undefined; onChoose(task?: OpenTaskLine): void }) {
  const texts = useTexts();
  const [search, setSearch] = useState('');
  const { data } = useQuery(openTasksQuery(search.trim()));
  const tasks = [...(task ? [task] : []), ...(data?.records ?? []).filter(({ id }) => id !== task?.id)];
  return (
    <Select
      className="wide"
      label={texts.task}
      data-autofocus
      searchable
      limit={60}
      value={task ? String(task.id) : null}
      onChange={(id) => onChoose(tasks.find((each) => String(each.id) === id))}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      data={tasks.map((each) => ({
        value: String(each.id),
        label: `${each.jobNo} / ${each.taskNo} · ${(each.subject ?? each.shortDescription).slice(0, 80)}`,
      }))}
    />
  );
}

interface FieldsProps {
  readonly form: AppointmentForm;
  set(part: Partial<AppointmentForm>): void;
}

function TimeFields({ form, zone, set }: FieldsProps & { readonly zone: string }) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const local = (instant: number): string => new Date(localOf(zone, instant)).toISOString().slice(0, 16);
  const field = (name: 'start' | 'end', label: string) => (
    <TextInput
      type="datetime-local"
      label={label}
      value={local(form[name])}
      error={name === 'end' && form.end <= form.start ? own.missing : undefined}
      onChange={({ currentTarget: { value } }) =>
        value !== '' && set({ [name]: instantOf(zone, Date.parse(`${value.slice(0, 16)}:00Z`)) })
      }
    />
  );
  return (
    <>
      {field('start', texts.start)}
      {field('end', texts.end)}
    </>
  );
}

/** Resources, category, time marker, importance and container. */
function ClassificationFields({ form, store, set }: FieldsProps & { readonly store: BoardStore }) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const caption = useCaptions();
  return (
    <>
      <MultiSelect
        className="wide"
        label={own.resources}
        searchable
        hidePickedOptions
        limit={60}
        value={[...form.resources]}
        onChange={(resources) => set({ resources })}
        data={store.data.resources.map(({ no, name }) => ({ value: no, label: name.slice(0, 80) }))}
      />
      <NativeSelect
        label={caption('category', texts.category)}
        value={form.category ?? ''}
        onChange={(event) => set({ category: event.currentTarget.value || null })}
        data={[
          { value: '', label: '–' },
          ...store.categories.map(({ name, displayName }) => ({ value: name, label: displayName })),
        ]}
      />
      <NativeSelect
        label={caption('timeMarker', texts.timeMarker)}
        value={form.timeMarker ?? ''}
        onChange={(event) => set({ timeMarker: event.currentTarget.value || null })}
        data={[{ value: '', label: own.none }, ...store.timeMarkers.map(({ name }) => ({ value: name, label: name }))]}
      />
      <NativeSelect
        label={texts.importance}
        value={String(form.importance)}
        onChange={(event) => set({ importance: Number(event.currentTarget.value) as 0 | 1 | 2 })}
        data={[1, 0, 2].map((value) => ({ value: String(value), label: own.importances[value] ?? '' }))}
      />
      <TextInput
        label={texts.container}
        description={own.containerHint}
        inputWrapperOrder={['label', 'input', 'description']}
        maxLength={100}
        value={form.container}
        onChange={(event) => set({ container: event.currentTarget.value })}
      />
    </>
  );
}

function formOf(editing: Editing): AppointmentForm {
  const empty = { subject: '', category: null, timeMarker: null, importance: 0, container: '' } as const;
  if (editing.type === 'new') {
    const { at: start, resourceNo, task } = editing;
    return {
      ...empty,
      start,
      end: start + (task ? 1000 * secondsOf(task) : HOUR),
      resources: [resourceNo],
      category: task?.category ?? null,
    };
  }
  const found = editing.before;
  return {
    subject: found.subject ?? '',
    start: Date.parse(found.start),
    end: Date.parse(found.end),
    resources: found.resources,
    category: found.category,
    timeMarker: found.timeMarker,
    importance: found.importance as 0 | 1 | 2,
    container: found.containers[0] ?? '',
  };
}
