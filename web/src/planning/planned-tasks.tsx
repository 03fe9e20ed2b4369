import { Button, NativeSelect } from '@mantine/core';
import type { Bar } from '../board/types.ts';
import { useLocale, useTexts } from '../i18n/language.ts';
import { ExportMenu } from '../kit/export-menu.tsx';
import { ListState } from '../kit/list-state.tsx';
import { naturalOrder } from '../kit/natural-order.ts';
import { useCaptions } from '../kit/use-captions.ts';
import { useMay } from '../session/may.ts';
import type { PlanningActions } from './actions.ts';
import type { BoardStore } from './board-store.ts';
import { RowsTable } from './rows-table.tsx';
import { usePlanningStateTexts } from './state-texts.ts';
import { textOf } from './tables/arrange-rows.ts';
import { exportRows } from './tables/export-rows.ts';
import { listFields } from './tables/list-field.ts';
import { ListTools } from './tables/list-tools.tsx';
import { usePlannedTaskColumns } from './tables/planned-task-columns.ts';
import { usePlanningTexts } from './texts.ts';
import { clearFilters, useRows } from './use-rows.ts';

interface Props {
  readonly store: BoardStore;
  readonly bars: readonly Bar[];
  readonly selected: ReadonlySet<number>;
  readonly zone: string;
  readonly actions: PlanningActions;
  onSelect(ids: readonly number[]): void;
  onOpen(id: number): void;
}

/** The bars of the window as a list, to change many at once. */
export function PlannedTasks({ store, bars, selected, zone, actions, onSelect, onOpen }: Props) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const caption = useCaptions();
  const states = usePlanningStateTexts();
  const { locale } = useLocale();
  const columns = usePlannedTaskColumns(store, zone);
  const shown = useRows('plannedTaskList', zone, bars, columns);
  const mark = useMay()('planned.change');
  const ids = bars.filter(({ id, locked }) => selected.has(id) && !locked).map(({ id }) => id);
  const bulk = (label: string, options: readonly { value: string; label: string }[], set: (value: string) => void) => (
    <NativeSelect
      {...mark}
      size="xs"
      aria-label={label}
      disabled={ids.length === 0}
      value=""
      onChange={(event) => event.currentTarget.value !== '' && set(event.currentTarget.value)}
      data={[{ value: '', label: `${label}…` }, ...options]}
    />
  );
  return (
    <div className="tasks">
      <div className="tasks-head">
        <Button size="compact-xs" variant="default" onClick={() => onSelect(shown.rows.map(({ id }) => id))}>
          {own.selectAll}
        </Button>
        {mark && (
          <>
            {bulk(
              caption('category', texts.category),
              store.categories.map(({ name, displayName }) => ({ value: name, label: displayName })),
              (name) => void actions.setCategory(ids, name),
            )}
            {bulk(
              caption('timeMarker', texts.timeMarker),
              [
                { value: NONE, label: own.none },
                ...store.timeMarkers.map(({ name }) => ({ value: name, label: name })),
              ],
              (name) => void actions.setTimeMarker(ids, name === NONE ? null : name),
            )}
            {bulk(
              texts.importance,
              own.importances.map((label, value) => ({ value: String(value), label })),
              (value) => void actions.setImportance(ids, Number(value) as 0 | 1 | 2),
            )}
          </>
        )}
        <ListTools
          title={own.plannedTasks}
          fields={listFields(columns, bars, naturalOrder(locale))}
          groups={GROUPS}
          layout={shown.layout}
          onChange={shown.change}
        />
        <ExportMenu title={own.plannedTasks} table={() => exportRows(own.plannedTasks, shown.columns, shown.rows)} />
        <span className="tasks-count">{texts.countSelected(ids.length)}</span>
      </div>
      <RowsTable
        label={own.plannedTasks}
        shown={shown}
        keyOf={({ id }) => id}
        selected={selected}
        onSelect={(rows) => onSelect(rows.map(({ id }) => id))}
        onOpen={({ id }) => onOpen(id)}
        empty={
          <ListState
            isFiltered={bars.length > 0}
            empty={own.noPlanned}
            hint={states.plannedHint}
            onClear={() => clearFilters(shown)}
          />
        }
        cell={(bar, column) => (
          <>
            {column.name === 'category' && <span className="swatch" style={{ background: bar.color }} />}
            {textOf(column, bar)}
          </>
        )}
      />
    </div>
  );
}

const GROUPS = [
  'resource',
  'customer',
  'city',
  'contact',
  'category',
  'timeMarker',
  'importance',
  'container',
  'job',
  'locked',
];

/** Stands for no time marker: a name cannot contain a line break. */
const NONE = '\n';
