import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { DateInput } from '../../kit/date-input.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useCaptions } from '../../kit/use-captions.ts';
import { useFormat } from '../../kit/use-format.ts';
import { type ActionDetails, keyOfTask, type Task, type TaskKey, type Timesheet } from '../../offline/action.ts';
import { secondsIn } from './duration.ts';
import { taskLabel } from './task-label.ts';
import { isPlannedOn, TaskPicker } from './task-picker.tsx';
import { useTimesheetTexts } from './texts.ts';

type Written = Extract<ActionDetails, { kind: 'add' | 'edit' }>;

/** The values of the form: of a new entry, an existing one, or a refused action. */
export interface Draft {
  readonly date: string;
  readonly task: TaskKey | undefined;
  readonly durationInSeconds: number | undefined;
  readonly description: string;
  /** Set for an existing entry: its task and day cannot be changed. */
  readonly known?: { readonly timeEntryId: number; readonly version: number };
}

interface Props {
  readonly draft: Draft;
  readonly sheet: Timesheet;
  taskOf(task: TaskKey): Task | undefined;
  onSave(action: Written): void;
  onClose(): void;
}

/** Adds or edits an entry. */
export function EntryForm({ draft, sheet, taskOf, onSave, onClose }: Props) {
  const common = useTexts();
  const texts = useTimesheetTexts();
  const caption = useCaptions();
  const format = useFormat();
  const [task, setTask] = useState(draft.task ? taskOf(draft.task) : isPlannedOn(sheet, draft.date)[0]);
  const [date, setDate] = useState(draft.date);
  const [typed, setTyped] = useState(
    draft.durationInSeconds === undefined ? '' : format.hours(draft.durationInSeconds),
  );
  const [description, setDescription] = useState(draft.description);
  const [isTried, setTried] = useState(false);
  const { known } = draft;
  const durationInSeconds = secondsIn(typed);
  const key = task ? keyOfTask(task) : draft.task;
  const save = (status: 0 | 1): void => {
    setTried(true);
    if (durationInSeconds === undefined || !key) return;
    const written = { durationInSeconds, description: description.trim() };
    onSave(known ? { kind: 'edit', ...known, ...written } : { kind: 'add', task: key, date, status, ...written });
    onClose();
  };
  return (
    <FormDialog title={known ? texts.editEntry : texts.addEntry} noValidate onSubmit={() => save(0)} onClose={onClose}>
      {known && draft.task ? (
        <Text size="sm" className="ts-text">
          {taskLabel(draft.task, task)}
        </Text>
      ) : (
        <>
          <TaskPicker sheet={sheet} date={date} value={task} onChange={setTask} />
          <DateInput label={caption('date', texts.date)} value={date} onChange={(day) => setDate(day || draft.date)} />
        </>
      )}
      <DurationInput value={typed} isWrong={isTried && durationInSeconds === undefined} onChange={setTyped} />
      <Textarea
        label={caption('description', texts.description)}
        autosize
        minRows={2}
        maxRows={6}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button type="submit" variant={known ? 'filled' : 'default'} disabled={!key}>
          {known ? common.save : texts.saveDraft}
        </Button>
        {!known && (
          <Button disabled={!key} onClick={() => save(1)}>
            {texts.saveAndSubmit}
          </Button>
        )}
      </Group>
    </FormDialog>
  );
}

function DurationInput(props: { value: string; isWrong: boolean; onChange(value: string): void }) {
  const texts = useTimesheetTexts();
  const caption = useCaptions();
  return (
    <TextInput
      label={caption('durationInSeconds', texts.duration)}
      description={texts.durationHint}
      descriptionProps={{ c: 'var(--ink-soft)' }}
      inputMode="text"
      autoComplete="off"
      value={props.value}
      error={props.isWrong ? texts.wrongDuration : undefined}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      data-autofocus
    />
  );
}
