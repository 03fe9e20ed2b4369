import { Button, NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { hoursText } from '../board/day-load.ts';
import { timesText } from '../board/ghost-lines.ts';
import type { Bar } from '../board/types.ts';
import { useLocale, useTexts } from '../i18n/language.ts';
import { useCaptions } from '../kit/use-captions.ts';
import { useMay } from '../session/may.ts';
import type { PlanningActions } from './actions.ts';
import type { BoardStore } from './board-store.ts';
import { RowsTable } from './rows-table.tsx';
import { usePlanningTexts } from './texts.ts';
import { type RowColumn, useRows } from './use-rows.ts';

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
  const columns = useColumns(store, zone);
  const shown = useRows(bars, columns);
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
        <span className="tasks-count">{texts.countSelected(ids.length)}</span>
      </div>
      <RowsTable
        label={own.plannedTasks}
        columns={columns}
        shown={shown}
        keyOf={({ id }) => id}
        selected={selected}
        onSelect={(rows) => onSelect(rows.map(({ id }) => id))}
        onOpen={({ id }) => onOpen(id)}
        empty={bars.length === 0 ? own.noPlanned : texts.noMatch}
        cell={(bar, column) => (
          <>
            {column.name === 'category' && <span className="swatch" style={{ background: bar.color }} />}
            {column.text(bar)}
          </>
        )}
      />
    </div>
  );
}

function useColumns(store: BoardStore, zone: string): readonly RowColumn<Bar>[] {
  const texts = useTexts();
  const own = usePlanningTexts();
  const caption = useCaptions();
  const { locale: language } = useLocale();
  const names = useMemo(() => new Map(store.data.resources.map(({ no, name }) => [no, name])), [store.data]);
  const of = (bar: Bar) => store.appointment(bar.id);
  return [
    { name: 'job', label: caption('jobNo', texts.job), width: '110px', text: (bar) => of(bar)?.jobNo ?? '' },
    { name: 'subject', label: texts.subject, width: '24%', text: ({ subject }) => subject.slice(0, 200) },
    {
      name: 'resource',
      label: texts.resource,
      text: ({ resources }) => resources.map((no) => names.get(no)?.slice(0, 60) ?? no).join(', '),
    },
    {
      name: 'start',
      label: texts.start,
      width: '210px',
      text: (bar) => timesText({ language, zone }, bar),
      by: ({ start }) => start,
    },
    {
      name: 'work',
      label: own.work,
      width: '72px',
      text: ({ start, end }) => hoursText(end - start),
      by: ({ start, end }) => end - start,
    },
    { name: 'category', label: caption('category', texts.category), width: '130px', text: (bar) => bar.category ?? '' },
    {
      name: 'timeMarker',
      label: caption('timeMarker', texts.timeMarker),
      width: '120px',
      text: (bar) => of(bar)?.timeMarker ?? '',
    },
    {
      name: 'importance',
      label: texts.importance,
      width: '100px',
      text: (bar) => own.importances[of(bar)?.importance ?? 0] ?? '',
    },
  ];
}

/** Stands for no time marker: a name cannot contain a line break. */
const NONE = '\n';
