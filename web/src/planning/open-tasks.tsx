import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { hoursText } from '../board/day-load.ts';
import { useLocale, useTexts } from '../i18n/language.ts';
import { ExportMenu } from '../kit/export-menu.tsx';
import { ListState } from '../kit/list-state.tsx';
import { naturalOrder } from '../kit/natural-order.ts';
import { useMay } from '../session/may.ts';
import { MOST_TASKS, type OpenTaskLine, openTasksQuery } from './open-tasks-query.ts';
import { RowsTable } from './rows-table.tsx';
import { usePlanningStateTexts } from './state-texts.ts';
import { textOf } from './tables/arrange-rows.ts';
import { exportRows } from './tables/export-rows.ts';
import { listFields } from './tables/list-field.ts';
import { useListLayout } from './tables/list-settings.ts';
import { ListTools } from './tables/list-tools.tsx';
import { leftOf, useOpenTaskColumns } from './tables/open-task-columns.ts';
import { useListTexts } from './tables/texts.ts';
import { useTaskSearch } from './task-search.ts';
import { clearFilters, type RowColumn, useRows } from './use-rows.ts';

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
const CONTAINERS = {
  name: ({ container }: OpenTaskLine) => container,
  order: ({ containerIndex }: OpenTaskLine) => containerIndex ?? 0,
  before: 'left',
  /** The time left of all, and texts that all have. */
  cell: (tasks: readonly OpenTaskLine[], column: RowColumn<OpenTaskLine>) => {
    if (column.name === 'left') return hoursText(tasks.reduce((sum, task) => sum + leftOf(task), 0));
    const [text = '', ...others] = new Set(tasks.map((task) => textOf(column, task)));
    return others.length === 0 ? text : '';
  },
};
const GROUPS = [
  'customer',
  'city',
  'postcode',
  'region',
  'category',
  'importance',
  'type',
  'status',
  'responsible',
  'container',
  'job',
];

/** The open tasks: drag one or many onto the board, or select them and press Enter there. */
export function OpenTasks({ zone, selected, slotsOf, onSelect, onDrag, onFindSlot, color }: Props) {
  const texts = useTexts();
  const [search, setSearch] = useTaskSearch();
  const states = usePlanningStateTexts();
  const more = useListTexts();
  const { locale } = useLocale();
  const queries = useQueryClient();
  const [layout] = useListLayout('openTaskList');
  const [loadsAll, setLoadsAll] = useState(false);
  const [isFiltering, setFiltering] = useState(false);
  // To sort or filter some of the tasks would show others than the planner asks for.
  const all = loadsAll || isFiltering || layout.sort.length + layout.where.parts.length > 0 || layout.group !== '';
  const query = useQuery(openTasksQuery(search.trim(), all));
  const { data } = query;
  const tasks = data?.records ?? NONE;
  const total = data?.total ?? 0;
  // The other tasks of a container may come later in the list.
  if (!loadsAll && total > tasks.length && tasks.some(({ container }) => container !== null)) setLoadsAll(true);
  const may = useMay();
  const columns = useOpenTaskColumns(zone);
  const shown = useRows('openTaskList', zone, tasks, columns);
  const filterBy = (name: string, text: string): void => {
    setFiltering(true);
    shown.filterBy(name, text);
  };
  const drag = (event: DragEvent, taken: readonly OpenTaskLine[]): void => {
    const isSelected = taken.every(({ id }) => selected.has(id));
    const moved = isSelected && selected.size > taken.length ? tasks.filter(({ id }) => selected.has(id)) : taken;
    if (!isSelected) onSelect(taken);
    event.dataTransfer.setData('text/plain', moved.map(({ jobNo, taskNo }) => `${jobNo}/${taskNo}`).join(', '));
    event.dataTransfer.effectAllowed = 'copy';
    onDrag(moved);
  };
  const [chosen] = tasks.filter(({ id }) => selected.has(id));
  const address = chosen && slotsOf?.(chosen);
  return (
    <div className="tasks" data-hover-card="task">
      <div className="tasks-head">
        <TextInput
          size="xs"
          aria-label={`${texts.search}: ${texts.openTasks}`}
          placeholder={texts.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <ListTools
          title={texts.openTasks}
          fields={listFields(columns, tasks, naturalOrder(locale))}
          groups={GROUPS}
          layout={shown.layout}
          onChange={shown.change}
        />
        <ExportMenu
          title={texts.openTasks}
          table={async () => {
            const { records, total: found } = await queries.fetchQuery(openTasksQuery(search.trim(), true));
            const isLimited = found > records.length;
            return exportRows(texts.openTasks, shown.columns, shown.arrange(records), isLimited ? found : undefined);
          }}
        />
        <span className="tasks-count">{texts.openTaskCount(shown.rows.length, total)}</span>
        {!all && total > tasks.length && (
          <Button size="compact-xs" variant="subtle" onClick={() => setLoadsAll(true)}>
            {more.loadAll(Math.min(total, MOST_TASKS))}
          </Button>
        )}
        {all && total > tasks.length && tasks.length > 0 && (
          <span className="tasks-count" role="status">
            {more.firstOf(tasks.length, total)}
          </span>
        )}
        {address !== undefined && (
          <Button {...may('planning.findSlot')} size="compact-xs" variant="default" onClick={() => onFindSlot(address)}>
            {texts.findSlot}
          </Button>
        )}
      </div>
      <RowsTable
        label={texts.openTasks}
        shown={{ ...shown, filterBy }}
        keyOf={({ id }) => id}
        selected={selected}
        onSelect={onSelect}
        bundles={CONTAINERS}
        {...(may('planning.plan') ? { onDrag: drag, mark: may('planning.plan') } : {})}
        onDragEnd={() => onDrag([])}
        empty={
          <ListState
            isLoading={query.isPending || query.isPlaceholderData}
            error={data === undefined ? query.error : undefined}
            isFiltered={search.trim() !== '' || tasks.length > 0}
            empty={texts.noOpenTasks}
            hint={states.tasksHint}
            onRetry={() => void query.refetch()}
            onClear={() => {
              setSearch('');
              clearFilters(shown);
            }}
          />
        }
        cell={(task, column) => (
          <>
            {column.name === 'category' && task.category !== null && (
              <span className="swatch" style={{ background: color(task.category) }} />
            )}
            {column.name === 'task' && task.importance === 1 && <b className="task-important">! </b>}
            {textOf(column, task)}
          </>
        )}
      />
    </div>
  );
}
