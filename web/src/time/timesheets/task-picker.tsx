import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { keyOfTask, type Task, type TaskKey, type Timesheet, taskName } from '../../offline/action.ts';
import { taskHint, taskLabel } from './task-label.ts';
import { useTimesheetTexts } from './texts.ts';

interface Props {
  readonly sheet: Timesheet;
  /** Appointments of this day come first. */
  readonly date: string;
  readonly value: Task | undefined;
  readonly size?: 'md';
  onChange(task: Task): void;
}

/** Picks a job and task: planned that day, used this week, or found by search. Offline, from what this device knows. */
export function TaskPicker({ sheet, date, value, size, onChange }: Props) {
  const texts = useTimesheetTexts();
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), 250);
  const chosenLabel = value && taskLabel(value, value);
  const isSearching = settled !== '' && settled !== chosenLabel;
  const { data: found = [] } = useQuery({
    queryKey: ['timesheet-tasks', settled],
    queryFn: ({ signal }) => api.get('/timesheet/tasks', { query: { search: settled, limit: 20 }, signal }),
    enabled: isSearching,
    retry: false,
    placeholderData: (before) => before,
  });
  const known = new Map<string, Task>();
  const typed = search.trim().toLowerCase();
  const fits = (task: Task): boolean =>
    typed === '' ||
    search === chosenLabel ||
    `${task.jobNo} ${task.taskNo} ${task.shortDescription} ${taskHint(task)}`.toLowerCase().includes(typed);
  const group = (name: string, tasks: readonly Task[]) => {
    const fresh = tasks.filter((task) => !known.has(taskName(task)));
    for (const task of fresh) known.set(taskName(task), task);
    return { group: name, items: fresh.map((task) => ({ value: taskName(task), label: taskLabel(task, task) })) };
  };
  const data = [
    group(texts.plannedToday, isPlannedOn(sheet, date).filter(fits)),
    group(texts.ofThisWeek, sheet.tasks.filter(fits)),
    group(texts.found, isSearching ? found : []),
    // The selected task stays in the list, whatever its source.
    group('', value ? [value] : []),
  ].filter(({ items }) => items.length > 0);
  return (
    <Select
      label={texts.jobAndTask}
      placeholder={texts.searchTask}
      size={size ?? 'sm'}
      searchable
      data={data}
      filter={({ options }) => options}
      value={value ? taskName(value) : null}
      onSearchChange={setSearch}
      nothingFoundMessage={texts.noTask}
      maxDropdownHeight={320}
      allowDeselect={false}
      renderOption={({ option }) => (
        <span className="ts-option">
          <span>{option.label}</span>
          <small>{taskHint(known.get(option.value))}</small>
        </span>
      )}
      onChange={(name) => {
        const task = name === null ? undefined : known.get(name);
        if (task) onChange(task);
      }}
    />
  );
}

/** In order of their appointments. */
export function isPlannedOn(sheet: Timesheet, date: string): Task[] {
  const tasks = new Map(sheet.tasks.map((task) => [taskName(task), task]));
  const planned = sheet.appointments.filter(({ start, end }) => start.slice(0, 10) <= date && end.slice(0, 10) >= date);
  return [...new Set(planned.map((appointment: TaskKey) => taskName(keyOfTask(appointment))))].flatMap(
    (name) => tasks.get(name) ?? [],
  );
}
