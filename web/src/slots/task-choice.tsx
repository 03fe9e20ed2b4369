import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Icon } from '../frame/icons.tsx';
import { useTexts } from '../i18n/language.ts';
import { useFormat } from '../kit/use-format.ts';
import { openTasksQuery, taskQuery } from './queries.ts';
import type { OpenTask, TaskKey } from './slot-request.ts';
import { useSlotRequestTexts } from './slot-request-texts.ts';

interface Props {
  readonly task: TaskKey | undefined;
  onTask(task: TaskKey | undefined): void;
}

const secondsLeft = (task: OpenTask): number => task.durationInSeconds || Math.max(0, task.remainingInSeconds ?? 0);
const titleOf = (task: OpenTask): string => (task.subject || task.shortDescription || task.taskNo).slice(0, 200);

/** The task of the search, or the open tasks to choose from. */
export function TaskChoice({ task, onTask }: Props) {
  return task ? <ChosenTask task={task} onTask={onTask} /> : <OpenTasks onTask={onTask} />;
}

function ChosenTask({ task, onTask }: Props & { task: TaskKey }) {
  const texts = useSlotRequestTexts();
  const format = useFormat();
  const common = useTexts();
  const { data: open } = useQuery(taskQuery(task));
  const due = open?.due ?? null;
  return (
    <section className="task-card" aria-label={texts.forTask}>
      <CloseButton size="sm" className="task-close" aria-label={texts.withoutTask} onClick={() => onTask(undefined)} />
      <p className="task-numbers">
        {task.jobNo.slice(0, 60)} · {task.taskNo.slice(0, 60)}
      </p>
      {open && (
        <>
          <p className="task-title" dir="auto">
            {titleOf(open)}
          </p>
          <p className="task-where" dir="auto">
            {[open.customerName, open.address].flatMap((part) => part?.slice(0, 120) ?? []).join(' · ')}
          </p>
          <p className="task-facts">
            {format.hours(secondsLeft(open))}
            {due !== null && ` · ${common.due} ${format.day(due)}`}
          </p>
        </>
      )}
      {open === null && <p className="task-where">{texts.notOpen}</p>}
    </section>
  );
}

function OpenTasks({ onTask }: Pick<Props, 'onTask'>) {
  const texts = useSlotRequestTexts();
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), 200);
  const { data } = useQuery(openTasksQuery(wanted));
  const tasks = data?.records ?? [];
  const left = (data?.total ?? 0) - tasks.length;
  return (
    <section className="task-choice" aria-label={texts.openTasks}>
      <TextInput
        size="xs"
        aria-label={texts.searchTasks}
        placeholder={texts.searchTasks}
        leftSection={<Icon name="search" size={14} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className="task-list">
        {tasks.map((task) => (
          <li key={task.id}>
            <button type="button" onClick={() => onTask(task)}>
              <span className="task-line">
                <span className="task-title" dir="auto">
                  {titleOf(task)}
                </span>
                <span className="task-facts">{format.hours(secondsLeft(task))}</span>
              </span>
              <span className="task-where" dir="auto">
                {[task.jobNo, task.customerName, task.city].flatMap((part) => part?.slice(0, 60) ?? []).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {data !== undefined && tasks.length === 0 && <p className="form-note">{texts.noTaskFits}</p>}
      {left > 0 && <p className="form-note">{texts.moreTasks(left)}</p>}
    </section>
  );
}
