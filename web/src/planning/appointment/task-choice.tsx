import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { type OpenTaskLine, openTasksQuery } from '../open-tasks-query.ts';
import { useAppointmentTexts } from './texts.ts';

/** What a new appointment is planned for: an open task, or none (an absence, a meeting, a block). */
export interface Chosen {
  readonly isOfTask: boolean;
  readonly task: OpenTaskLine | undefined;
}

interface Props extends Chosen {
  onChoose(chosen: Chosen): void;
}

export function TaskChoice({ isOfTask, task, onChoose }: Props) {
  const own = useAppointmentTexts();
  return (
    <>
      <SegmentedControl
        className="wide"
        size="xs"
        aria-label={own.about}
        value={isOfTask ? 'task' : 'none'}
        onChange={(about) => onChoose({ isOfTask: about === 'task', task })}
        data={[
          { value: 'task', label: own.ofTask },
          { value: 'none', label: own.noTask },
        ]}
      />
      {isOfTask && <TaskField task={task} onChoose={(found) => onChoose({ isOfTask, task: found })} />}
    </>
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
