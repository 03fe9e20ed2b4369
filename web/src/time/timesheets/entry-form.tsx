import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { useCaptions } from '../../kit/use-captions.ts';
import { useFormat } from '../../kit/use-format.ts';
import { type ActionDetails, keyOfTask, type Task, type TaskKey, type Timesheet } from '../../offline/action.ts';
import { secondsIn } from './duration.ts';
import { taskLabel } from './task-label.ts';
import { isPlannedOn, TaskPicker } from './task-picker.tsx';
import { useTimesheetTexts } from './texts.ts';

type Written = Extract<ActionDetails, { kind: 'add' | 'edit' }>;

/** What is written: a new entry, one that is there, or an action that was refused. */
export interface Draft {
  readonly date: string;
  readonly task: TaskKey | undefined;
  readonly durationInSeconds: number | undefined;
  readonly description: string;
  /** Of an entry that is there: its task and its day stay. */
  readonly known?: { readonly timeEntryId: number; readonly version: number };
}

interface Props {
  readonly draft: Draft;
  readonly sheet: Timesheet;
  taskOf(task: TaskKey): Task | undefined;
  onSave(deed: Written): void;
  onClose(): void;
}

/** An entry by hand. */
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
    const said = { durationInSeconds, description: description.trim() };
    onSave(known ? { kind: 'edit', ...known, ...said } : { kind: 'add', task: key, date, status, ...said });
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save(0);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={known ? texts.editEntry : texts.addEntry}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {known && draft.task ? (
            <Text size="sm" className="ts-text">
              {taskLabel(draft.task, task)}
            </Text>
          ) : (
            <>
              <TaskPicker sheet={sheet} date={date} value={task} onChange={setTask} />
              <TextInput
                type="date"
                label={caption('date', texts.date)}
                value={date}
                onChange={(event) => setDate(event.currentTarget.value || draft.date)}
              />
            </>
          )}
          <TextInput
            label={caption('durationInSeconds', texts.duration)}
            description={texts.durationHint}
            descriptionProps={{ c: 'var(--ink-soft)' }}
            inputMode="text"
            autoComplete="off"
            value={typed}
            error={isTried && durationInSeconds === undefined ? texts.wrongDuration : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
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
        </Stack>
      </form>
    </Modal>
  );
}
