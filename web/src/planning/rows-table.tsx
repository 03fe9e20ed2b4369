import { type DragEvent, Fragment, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { moveBetweenRows } from './row-keys.ts';
import type { RowGroup } from './tables/arrange-rows.ts';
import { BundleRow } from './tables/bundle-row.tsx';
import { type Bundling, bundled } from './tables/bundles.ts';
import { ColumnHead } from './tables/column-head.tsx';
import { useListTexts } from './tables/texts.ts';
import type { RowColumn, RowsShown } from './use-rows.ts';

interface Props<Row> {
  readonly label: string;
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
  onDrag?(event: DragEvent, rows: readonly Row[]): void;
  onDragEnd?(): void;
  /** Rows that are shown as one. */
  readonly bundles?: RowBundles<Row>;
}

interface RowBundles<Row> extends Bundling<Row> {
  readonly cell: (rows: readonly Row[], column: RowColumn<Row>) => ReactNode;
  readonly before: string;
}

/** A list of the dock, with a sort button and a filter field above each column. One or many rows can be selected. */
export function RowsTable<Row>(props: Props<Row>) {
  const { shown } = props;
  const { columns, groups } = shown;
  const texts = useListTexts();
  const [most, setMost] = useState(PORTION);
  const left = shown.rows.length - most;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className="tasks-scroll" tabIndex={0} aria-label={props.label} onKeyDown={moveBetweenRows}>
      <table className="tasks-table" style={{ minWidth: leastWidth(columns) }}>
        <colgroup>
          {columns.map(({ name, width }) => (
            <col key={name} style={width === undefined ? undefined : { width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <ColumnHead key={column.name} column={column} index={index} shown={shown} />
            ))}
          </tr>
        </thead>
        {limited(groups, most).map((group) => (
          <tbody key={group.name}>
            {group.name !== undefined && (
              <tr className="tasks-group">
                <th scope="rowgroup" colSpan={columns.length}>
                  {group.name.slice(0, 120) || texts.withoutValue} · {group.rows.length}
                </th>
              </tr>
            )}
            <BundledRows rows={group.shown} props={props} />
          </tbody>
        ))}
      </table>
      {shown.rows.length === 0 && props.empty}
      {left > 0 && (
        <button type="button" className="tasks-more" onClick={() => setMost((last) => last + PORTION)}>
          {texts.showMore(Math.min(left, PORTION))}
        </button>
      )}
    </section>
  );
}

function BundledRows<Row>({ rows, props }: { readonly rows: readonly Row[]; readonly props: Props<Row> }) {
  const { bundles, keyOf, selected, shown, onDrag } = props;
  const texts = useListTexts();
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const line = (row: Row) => <ListRow key={keyOf(row)} row={row} props={props} />;
  if (!bundles) return rows.map(line);
  return bundled(rows, bundles).map(({ name, rows: members }) => {
    if (name === undefined) return members.map(line);
    const chosen = members.filter((row) => selected.has(keyOf(row))).length;
    // One of its rows that was found elsewhere is shown.
    const isOpen = opened.get(name) ?? (chosen > 0 && chosen < members.length);
    const others = () => shown.rows.filter((row) => selected.has(keyOf(row)) && !members.includes(row));
    return (
      <Fragment key={`bundle ${name}`}>
        <BundleRow
          {...{ name, isOpen, rows: members, columns: shown.columns, mark: props.mark }}
          {...{ cell: bundles.cell, before: bundles.before }}
          count={texts.taskCount(members.length)}
          toggleLabel={texts.tasksOf(name.slice(0, 120))}
          isSelected={chosen === members.length}
          onToggle={(next) => setOpened((last) => new Map(last).set(name, next))}
          onSelect={(adds) => {
            if (!adds) props.onSelect(members);
            else props.onSelect(chosen === members.length ? others() : [...others(), ...members]);
          }}
          onDrag={onDrag && ((event) => onDrag(event, members))}
          onDragEnd={props.onDragEnd}
        />
        {isOpen && members.map(line)}
      </Fragment>
    );
  });
}

function ListRow<Row>({ row, props }: { readonly row: Row; readonly props: Props<Row> }) {
  const { shown, keyOf, selected } = props;
  const click = (event: MouseEvent | KeyboardEvent): void => {
    const adds = event.ctrlKey || event.metaKey || event.shiftKey;
    const others = shown.rows.filter((each) => selected.has(keyOf(each)) && each !== row);
    if (!adds) props.onSelect([row]);
    else props.onSelect(selected.has(keyOf(row)) ? others : [...others, row]);
  };
  return (
    <tr
      {...props.mark}
      className={selected.has(keyOf(row)) ? 'task-selected' : ''}
      aria-selected={selected.has(keyOf(row))}
      tabIndex={0}
      data-key={keyOf(row)}
      draggable={props.onDrag !== undefined}
      onClick={click}
      onDoubleClick={() => props.onOpen?.(row)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && selected.has(keyOf(row))) props.onOpen?.(row);
        else if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        click(event);
      }}
      onDragStart={(event) => props.onDrag?.(event, [row])}
      onDragEnd={() => props.onDragEnd?.()}
    >
      {shown.columns.map((column) => (
        <td key={column.name} dir="auto" className={isNumeric(column) ? 'task-number' : undefined}>
          {props.cell(row, column)}
        </td>
      ))}
    </tr>
  );
}

const isNumeric = <Row,>({ kind }: RowColumn<Row>): boolean => kind === 'number' || kind === 'date';

/** Columns without a width get at least this one; then the list scrolls. */
const leastWidth = <Row,>(columns: readonly RowColumn<Row>[]): number =>
  columns.reduce((sum, { width = 90 }) => sum + width, 0);

/** The first rows of all groups; the others are drawn on demand. */
function limited<Row>(groups: readonly RowGroup<Row>[], most: number) {
  let left = most;
  return groups.flatMap((group) => {
    const shown = group.rows.slice(0, Math.max(0, left));
    left -= shown.length;
    return shown.length === 0 ? [] : [{ ...group, shown }];
  });
}

const PORTION = 500;
