import { Button, Group, Modal, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { instantOf, localOf } from '../dates/zone.ts';
import { useTexts } from '../i18n/language.ts';
import { DateTimeInput } from '../kit/date-time-input.tsx';
import { useCaptions } from '../kit/use-captions.ts';
import type { ActionQueue } from './action-queue.ts';
import { type Chosen, TaskChoice } from './appointment/task-choice.tsx';
import { useAppointmentTexts } from './appointment/texts.ts';
import { useDependencies } from './appointment/use-dependencies.tsx';
import type { Appointment, BoardStore } from './board-store.ts';
import { useDialogFields } from './job-card/use-dialog-fields.tsx';
import type { OpenTaskLine } from './open-tasks-query.ts';
import { type AppointmentForm, changeAppointment, createAppointment } from './save-appointment.ts';
import { usePlanningTexts } from './texts.ts';

/** An existing appointment, or the position of a new one. */
export type Editing =
  /** The state when the dialog opened: later changes by others are not overwritten. */
  | { readonly type: 'edit'; readonly before: Appointment }
  | {
      readonly type: 'new';
      readonly resourceNo: string;
      readonly at: number;
      /** By default as long as the task, or an hour. */
      readonly end?: number;
      readonly task: OpenTaskLine | undefined;
      /** Begin with an absence, a meeting or a block. */
      readonly withoutTask?: boolean;
    };

interface Props {
  readonly editing: Editing;
  readonly store: BoardStore;
  readonly zone: string;
  /** Stores the appointment, as one action. */
  readonly queue: ActionQueue;
  onClose(): void;
}

const HOUR = 3_600_000;
const secondsOf = ({ remainingInSeconds, durationInSeconds }: OpenTaskLine): number =>
  durationInSeconds || Math.max(0, remainingInSeconds ?? 0) || 3600;

/** What an appointment takes from its task: shown before it is planned, and the planner may choose otherwise. */
const valuesOf = ({ category, timeMarker, importance }: OpenTaskLine) => ({
  category,
  timeMarker,
  importance: importance as 0 | 1 | 2,
});

/** The form of an appointment. Times are local times of the planner. */
export function AppointmentDialog({ editing, store, zone, queue, onClose }: Props) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const [form, setForm] = useState(() => formOf(editing));
  const [chosen, setChosen] = useState(() => chosenBy(editing));
  const about = useAppointmentTexts();
  const set = (part: Partial<AppointmentForm>): void => setForm((last) => ({ ...last, ...part }));
  const { isOfTask, task } = chosen;
  const isDrawn = editing.type === 'new' && editing.end !== undefined;
  const choose = (next: Chosen): void => {
    setChosen(next);
    if (next.task && next.task !== task)
      set({ ...(isDrawn ? {} : { end: form.start + 1000 * secondsOf(next.task) }), ...valuesOf(next.task) });
  };
  const needsSubject = !isOfTask && form.subject.trim() === '';
  const planned = isOfTask && task ? { task: task.id } : undefined;
  const job = useDialogFields(editing.type === 'edit' ? { appointment: editing.before.id } : planned);
  const links = useDependencies(editing.type === 'edit' ? editing.before : undefined, store);
  const isReady =
    job.isComplete &&
    !links.isEditing &&
    form.end > form.start &&
    !needsSubject &&
    (editing.type === 'edit' || ((!isOfTask || task !== undefined) && form.resources.length > 0));
  const save = (): void => {
    const sent = { ...form, fields: job.changes, saveDependencies: links.save };
    onClose();
    if (editing.type === 'edit') void changeAppointment(queue, editing.before, sent);
    else void createAppointment(queue, isOfTask ? task : undefined, sent);
  };
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
          if (isReady) save();
        }}
      >
        {editing.type === 'new' ? (
          <TaskChoice {...chosen} onChoose={choose} />
        ) : (
          <p className="wide appointment-task" dir="auto">
            {isOfTask ? `${editing.before.jobNo} / ${editing.before.taskNo}` : about.noTask}
          </p>
        )}
        <TextInput
          className="wide"
          label={texts.subject}
          required={!isOfTask}
          description={needsSubject ? about.subjectNeeded : undefined}
          inputWrapperOrder={['label', 'input', 'description']}
          maxLength={255}
          value={form.subject}
          onChange={(event) => set({ subject: event.currentTarget.value })}
        />
        <TimeFields form={form} zone={zone} set={set} />
        <ClassificationFields form={form} store={store} set={set} />
        {job.inputs}
        {links.part}
        {job.card}
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

interface FieldsProps {
  readonly form: AppointmentForm;
  set(part: Partial<AppointmentForm>): void;
}

function TimeFields({ form, zone, set }: FieldsProps & { readonly zone: string }) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const local = (instant: number): string => new Date(localOf(zone, instant)).toISOString().slice(0, 16);
  const field = (name: 'start' | 'end', label: string) => (
    <DateTimeInput
      label={label}
      value={local(form[name])}
      error={name === 'end' && form.end <= form.start ? own.missing : undefined}
      onChange={(moment) => moment !== '' && set({ [name]: instantOf(zone, Date.parse(`${moment}:00Z`)) })}
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

const chosenBy = (editing: Editing): Chosen =>
  editing.type === 'edit'
    ? { isOfTask: editing.before.taskNo !== null, task: undefined }
    : { isOfTask: editing.withoutTask !== true, task: editing.withoutTask ? undefined : editing.task };

function formOf(editing: Editing): AppointmentForm {
  const empty = { subject: '', category: null, timeMarker: null, importance: 0, container: '' } as const;
  if (editing.type === 'new') {
    const { at: start, resourceNo } = editing;
    const { task } = chosenBy(editing);
    return {
      ...empty,
      start,
      end: editing.end ?? start + (task ? 1000 * secondsOf(task) : HOUR),
      resources: [resourceNo],
      ...(task ? valuesOf(task) : {}),
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
