import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { dateOf } from '../../dates/zone.ts';
import { useTexts } from '../../i18n/language.ts';
import { type ActionDetails, keyOfTask, type Task, type Timesheet } from '../../offline/action.ts';
import { TaskPicker } from './task-picker.tsx';
import { useTimesheetTexts } from './texts.ts';

type Start = Extract<ActionDetails, { kind: 'start' }>;

interface Props {
  readonly start: Start;
  readonly sheet: Timesheet;
  onSave(start: Start): void;
  onClose(): void;
}

/** Assigns another task to a refused start; its time stays. */
export function CorrectStart({ start, sheet, onSave, onClose }: Props) {
  const common = useTexts();
  const texts = useTimesheetTexts();
  const [task, setTask] = useState<Task>();
  return (
    <Modal opened onClose={onClose} title={texts.correct} closeButtonProps={{ 'aria-label': common.close }}>
      <Stack gap="sm">
        <TaskPicker
          sheet={sheet}
          date={dateOf(sheet.timeZone, Date.parse(start.startedAt))}
          value={task}
          onChange={setTask}
        />
        <Group justify="flex-end">
          <Button
            disabled={!task}
            onClick={() => {
              if (task) onSave({ ...start, task: keyOfTask(task) });
              onClose();
            }}
          >
            {common.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
