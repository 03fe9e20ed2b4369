import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { usePlanningTexts } from '../texts.ts';
import type { RowColumn, RowsShown } from '../use-rows.ts';
import { moved, resized, sortedBy, WIDTHS } from './table-layout.ts';
import { useListTexts } from './texts.ts';

interface Props<Row> {
  readonly column: RowColumn<Row>;
  readonly index: number;
  readonly shown: RowsShown<Row>;
}

/** The head of a column: sorts on a click, moves when it is dragged, and has an edge that changes the width. */
export function ColumnHead<Row>({ column, index, shown }: Props<Row>) {
  const own = usePlanningTexts();
  const texts = useListTexts();
  const { name, label } = column;
  const at = shown.layout.sort.findIndex((key) => key.name === name);
  const direction = shown.layout.sort[at]?.direction;
  const present = shown.columns.map(({ name: each, width }) =>
    width === undefined ? { name: each } : { name: each, width },
  );
  const move = (moving: string, to: number): void => shown.change({ columns: moved(present, moving, to) });
  return (
    <th
      scope="col"
      aria-sort={direction && (direction === 1 ? 'ascending' : 'descending')}
      data-column={name}
      onDragOver={(event) => event.dataTransfer.types.includes(COLUMN) && event.preventDefault()}
      onDrop={(event) => {
        const moving = event.dataTransfer.getData(COLUMN);
        if (moving === '') return;
        event.preventDefault();
        move(moving, index);
      }}
    >
      <button
        type="button"
        className="kit-sort"
        title={`${own.sortBy(label)}. ${texts.moveHint}`}
        aria-keyshortcuts="Alt+Shift+ArrowLeft Alt+Shift+ArrowRight"
        draggable
        onDragStart={(event) => {
          event.dataTransfer.setData(COLUMN, name);
          event.dataTransfer.effectAllowed = 'move';
        }}
        onKeyDown={(event) => {
          const step = event.altKey && event.shiftKey ? stepOf(event.key) : 0;
          if (step === 0) return;
          event.preventDefault();
          move(name, index + step);
        }}
        onClick={(event) => shown.change({ sort: sortedBy(shown.layout.sort, name, event.shiftKey) })}
      >
        {label}
        <span aria-hidden="true">
          {direction && (direction === 1 ? ' ▲' : ' ▼')}
          {shown.layout.sort.length > 1 && at >= 0 && <sup>{at + 1}</sup>}
        </span>
      </button>
      <input
        type="search"
        className="column-filter"
        aria-label={own.filterColumn(label)}
        placeholder={own.filter}
        value={shown.filters[name] ?? ''}
        onChange={(event) => shown.filterBy(name, event.currentTarget.value)}
      />
      <ColumnEdge
        label={texts.resize(label)}
        onWidth={(width) => shown.change({ columns: resized(present, name, width) })}
      />
    </th>
  );
}

const COLUMN = 'application/x-openslot-column';
const stepOf = (key: string): -1 | 0 | 1 => (key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0);

/** The edge of a column: dragged, or moved by arrow keys. */
function ColumnEdge({ label, onWidth }: { readonly label: string; onWidth(width: number): void }) {
  const [drag, setDrag] = useState<{ readonly x: number; readonly width: number }>();
  const widthOf = (edge: Element): number => edge.closest('th')?.getBoundingClientRect().width ?? WIDTHS.least;
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ x: event.clientX, width: widthOf(event.currentTarget) });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.altKey ? 0 : stepOf(event.key);
    if (step === 0) return;
    event.preventDefault();
    onWidth(widthOf(event.currentTarget) + 16 * step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no line
    <span
      className="column-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={0}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => drag && onWidth(drag.width + event.clientX - drag.x)}
      onPointerUp={() => setDrag(undefined)}
      onPointerCancel={() => setDrag(undefined)}
      onKeyDown={onKeyDown}
    />
  );
}
