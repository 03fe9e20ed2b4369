import type { DragEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { usePlanningTexts } from './texts.ts';
import type { RowColumn, RowsShown } from './use-rows.ts';

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly RowColumn<Row>[];
  readonly shown: RowsShown<Row>;
  readonly keyOf: (row: Row) => number;
  readonly selected: ReadonlySet<number>;
  readonly cell: (row: Row, column: RowColumn<Row>) => ReactNode;
  readonly empty: ReactNode;
  /** The rows that are selected now, in their order. */
  onSelect(rows: readonly Row[]): void;
  /** The mark of rows that can be dragged. */
  readonly mark?: { readonly 'data-control': string } | undefined;
  onOpen?(row: Row): void;
  onDrag?(event: DragEvent, row: Row): void;
  onDragEnd?(): void;
}

/** A list of the dock, with a sort button and a filter field above each column. One or many rows can be selected. */
export function RowsTable<Row>(props: Props<Row>) {
  const { columns, shown, keyOf, selected } = props;
  const click = (event: MouseEvent | KeyboardEvent, row: Row): void => {
    const adds = event.ctrlKey || event.metaKey || event.shiftKey;
    const others = shown.rows.filter((each) => selected.has(keyOf(each)) && each !== row);
    if (!adds) props.onSelect([row]);
    else props.onSelect(selected.has(keyOf(row)) ? others : [...others, row]);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className="tasks-scroll" tabIndex={0} aria-label={props.label}>
      <table className="tasks-table">
        <colgroup>
          {columns.map(({ name, width }) => (
            <col key={name} style={width === undefined ? undefined : { width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead key={column.name} column={column} shown={shown} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.rows.slice(0, MOST_ROWS).map((row) => (
            <tr
              key={keyOf(row)}
              {...props.mark}
              className={selected.has(keyOf(row)) ? 'task-selected' : ''}
              aria-selected={selected.has(keyOf(row))}
              tabIndex={0}
              draggable={props.onDrag !== undefined}
              onClick={(event) => click(event, row)}
              onDoubleClick={() => props.onOpen?.(row)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && selected.has(keyOf(row))) props.onOpen?.(row);
                else if (event.key !== 'Enter' && event.key !== ' ') return;
                event.preventDefault();
                click(event, row);
              }}
              onDragStart={(event) => props.onDrag?.(event, row)}
              onDragEnd={() => props.onDragEnd?.()}
            >
              {columns.map((column) => (
                <td key={column.name} dir="auto" className={column.by ? 'task-number' : undefined}>
                  {props.cell(row, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.rows.length === 0 && <p className="dock-empty">{props.empty}</p>}
    </section>
  );
}

function ColumnHead<Row>({ column: { name, label }, shown }: { column: RowColumn<Row>; shown: RowsShown<Row> }) {
  const own = usePlanningTexts();
  const direction = shown.sort?.name === name ? shown.sort.direction : undefined;
  return (
    <th scope="col" aria-sort={direction && (direction === 1 ? 'ascending' : 'descending')}>
      <button type="button" className="kit-sort" title={own.sortBy(label)} onClick={() => shown.sortBy(name)}>
        {label}
        <span aria-hidden="true">{direction && (direction === 1 ? ' ▲' : ' ▼')}</span>
      </button>
      <input
        type="search"
        className="column-filter"
        aria-label={own.filterColumn(label)}
        placeholder={own.filter}
        value={shown.filters[name] ?? ''}
        onChange={(event) => shown.filterBy(name, event.currentTarget.value)}
      />
    </th>
  );
}

/** A limit for speed; filters find the other rows. */
const MOST_ROWS = 500;
