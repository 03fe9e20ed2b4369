import { TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type DragEvent, type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react';
import { listed } from '../api/client.ts';
import type { Paths } from '../api/schema.ts';
import { hoursText } from '../board/day-load.ts';
import { useSpeech, useTexts } from '../i18n/language.ts';
import { useCaptions } from '../kit/captions.ts';

export type OpenTaskLine = Paths['/board/tasks']['get']['answer'][number];

export const openTasksQuery = (search: string) =>
  queryOptions({
    queryKey: ['tasks', search],
    queryFn: ({ signal }) =>
      listed('/board/tasks', { query: { limit: 300, ...(search === '' ? {} : { search }) }, signal }),
    placeholderData: (before) => before,
  });

interface Props {
  readonly zone: string;
  readonly selected: ReadonlySet<number>;
  onSelect(tasks: readonly OpenTaskLine[]): void;
  onDrag(tasks: readonly OpenTaskLine[]): void;
  color(category: string | null): string;
}

/** What is still to be planned: drag one or many onto the board, or select and paste there. */
export function OpenTasks({ zone, selected, onSelect, onDrag, color }: Props) {
  const texts = useTexts();
  const { locale: language } = useSpeech();
  const caption = useCaptions();
  const [search, setSearch] = useState('');
  const { data } = useQuery(openTasksQuery(search.trim()));
  const tasks = data?.records ?? [];
  const dateFormat = useMemo(
    () => new Intl.DateTimeFormat(language, { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short' }),
    [language, zone],
  );
  const chosen = (task: OpenTaskLine): readonly OpenTaskLine[] =>
    selected.has(task.id) ? tasks.filter(({ id }) => selected.has(id)) : [task];

  const click = (event: MouseEvent | KeyboardEvent, task: OpenTaskLine): void => {
    const adds = event.ctrlKey || event.metaKey || event.shiftKey;
    const others = tasks.filter(({ id }) => selected.has(id) && id !== task.id);
    if (!adds) onSelect([task]);
    else onSelect(selected.has(task.id) ? others : [...others, task]);
  };
  const drag = (event: DragEvent, task: OpenTaskLine): void => {
    const moved = chosen(task);
    if (!selected.has(task.id)) onSelect([task]);
    event.dataTransfer.setData('text/plain', moved.map(({ jobNo, taskNo }) => `${jobNo}/${taskNo}`).join(', '));
    event.dataTransfer.effectAllowed = 'copy';
    onDrag(moved);
  };
  const columns = {
    job: caption('jobNo', texts.job),
    task: caption('shortDescription', texts.task),
    customer: caption('customerName', texts.customer),
    address: caption('siteAddress', texts.address),
    duration: texts.duration,
    requires: texts.requires,
    category: caption('category', texts.category),
    due: texts.due,
  };
  return (
    <div className="tasks">
      <div className="tasks-head">
        <TextInput
          size="xs"
          aria-label={`${texts.search}: ${texts.openTasks}`}
          placeholder={texts.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <span className="tasks-count">{texts.openTaskCount(tasks.length, data?.total ?? 0)}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="tasks-scroll" tabIndex={0} aria-label={texts.openTasks}>
        <table className="tasks-table">
          <thead>
            <tr>
              {Object.entries(columns).map(([name, label]) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tasks.map((task) => (
              <tr
                key={task.id}
                className={selected.has(task.id) ? 'task-selected' : ''}
                aria-selected={selected.has(task.id)}
                tabIndex={0}
                draggable
                onClick={(event) => click(event, task)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' && event.key !== ' ') return;
                  event.preventDefault();
                  click(event, task);
                }}
                onDragStart={(event) => drag(event, task)}
                onDragEnd={() => onDrag([])}
              >
                <td className="task-no">{task.jobNo}</td>
                <td className="task-what" dir="auto">
                  {task.importance > 0 && <b className="task-important">! </b>}
                  {(task.subject ?? task.shortDescription).slice(0, 200)}
                </td>
                <td dir="auto">{task.customerName?.slice(0, 120)}</td>
                <td dir="auto">{task.address?.slice(0, 160)}</td>
                <td className="task-number">
                  {hoursText(1000 * Math.max(0, task.remainingInSeconds ?? task.durationInSeconds))}
                </td>
                <td>{task.requires.map(({ value }) => value).join(', ')}</td>
                <td>
                  {task.category !== null && (
                    <>
                      <span className="swatch" style={{ background: color(task.category) }} />
                      {task.category}
                    </>
                  )}
                </td>
                <td className="task-number">{task.due === null ? '' : dateFormat.format(Date.parse(task.due))}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {data !== undefined && tasks.length === 0 && <p className="dock-empty">{texts.noOpenTasks}</p>}
      </section>
    </div>
  );
}
