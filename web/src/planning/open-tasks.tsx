import { Button, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type DragEvent, useMemo, useState } from 'react';
import { listed } from '../api/client.ts';
import type { Paths } from '../api/schema.ts';
import { hoursText } from '../board/day-load.ts';
import { useLocale, useTexts } from '../i18n/language.ts';
import { useCaptions } from '../kit/use-captions.ts';
import { useMay } from '../session/may.ts';
import { RowsTable } from './rows-table.tsx';
import { usePlanningTexts } from './texts.ts';
import { type RowColumn, useRows } from './use-rows.ts';

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
  /** The address of the slot search; undefined without that module. */
  readonly slotsOf: ((task: OpenTaskLine) => string) | undefined;
  onSelect(tasks: readonly OpenTaskLine[]): void;
  onDrag(tasks: readonly OpenTaskLine[]): void;
  onFindSlot(address: string): void;
  color(category: string | null): string;
}

const NONE: readonly OpenTaskLine[] = [];
const leftOf = ({ remainingInSeconds, durationInSeconds }: OpenTaskLine): number =>
  1000 * Math.max(0, remainingInSeconds ?? durationInSeconds);

/** The open tasks: drag one or many onto the board, or select one and press Insert there. */
export function OpenTasks({ zone, selected, slotsOf, onSelect, onDrag, onFindSlot, color }: Props) {
  const texts = useTexts();
  const [search, setSearch] = useState('');
  const { data } = useQuery(openTasksQuery(search.trim()));
  const tasks = data?.records ?? NONE;
  const may = useMay();
  const columns = useColumns(zone);
  const shown = useRows(tasks, columns);
  const drag = (event: DragEvent, task: OpenTaskLine): void => {
    const moved = selected.has(task.id) ? tasks.filter(({ id }) => selected.has(id)) : [task];
    if (!selected.has(task.id)) onSelect([task]);
    event.dataTransfer.setData('text/plain', moved.map(({ jobNo, taskNo }) => `${jobNo}/${taskNo}`).join(', '));
    event.dataTransfer.effectAllowed = 'copy';
    onDrag(moved);
  };
  const [chosen] = tasks.filter(({ id }) => selected.has(id));
  const address = chosen && slotsOf?.(chosen);
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
        <span className="tasks-count">{texts.openTaskCount(shown.rows.length, data?.total ?? 0)}</span>
        {address !== undefined && (
          <Button {...may('planning.findSlot')} size="compact-xs" variant="default" onClick={() => onFindSlot(address)}>
            {texts.findSlot}
          </Button>
        )}
      </div>
      <RowsTable
        label={texts.openTasks}
        columns={columns}
        shown={shown}
        keyOf={({ id }) => id}
        selected={selected}
        onSelect={onSelect}
        {...(may('planning.plan') ? { onDrag: drag, mark: may('planning.plan') } : {})}
        onDragEnd={() => onDrag([])}
        empty={data === undefined ? '' : tasks.length === 0 ? texts.noOpenTasks : texts.noMatch}
        cell={(task, column) => (
          <>
            {column.name === 'category' && task.category !== null && (
              <span className="swatch" style={{ background: color(task.category) }} />
            )}
            {column.name === 'task' && task.importance === 1 && <b className="task-important">! </b>}
            {column.text(task)}
          </>
        )}
      />
    </div>
  );
}

function useColumns(zone: string): readonly RowColumn<OpenTaskLine>[] {
  const texts = useTexts();
  const own = usePlanningTexts();
  const { locale: language } = useLocale();
  const caption = useCaptions();
  const dates = useMemo(
    () => new Intl.DateTimeFormat(language, { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short' }),
    [language, zone],
  );
  return [
    { name: 'job', label: caption('jobNo', texts.job), width: '96px', text: ({ jobNo }) => jobNo },
    {
      name: 'task',
      label: caption('shortDescription', texts.task),
      width: '24%',
      text: ({ subject, shortDescription }) => (subject ?? shortDescription).slice(0, 200),
    },
    {
      name: 'customer',
      label: caption('customerName', texts.customer),
      text: ({ customerName }) => customerName?.slice(0, 120) ?? '',
    },
    {
      name: 'address',
      label: caption('siteAddress', texts.address),
      text: ({ address }) => address?.slice(0, 160) ?? '',
    },
    { name: 'left', label: texts.duration, width: '88px', text: (task) => hoursText(leftOf(task)), by: leftOf },
    {
      name: 'requires',
      label: texts.requires,
      width: '130px',
      text: ({ requires }) => requires.map(({ value }) => value).join(', '),
    },
    {
      name: 'category',
      label: caption('category', texts.category),
      width: '120px',
      text: (task) => task.category ?? '',
    },
    {
      name: 'importance',
      label: texts.importance,
      width: '100px',
      text: ({ importance }) => own.importances[importance] ?? '',
      by: ({ importance }) => (importance === 1 ? 0 : importance === 0 ? 1 : 2),
    },
    {
      name: 'due',
      label: texts.due,
      width: '110px',
      text: ({ due }) => (due === null ? '' : dates.format(Date.parse(due))),
      by: ({ due }) => (due === null ? Number.MAX_SAFE_INTEGER : Date.parse(due)),
    },
  ];
}
