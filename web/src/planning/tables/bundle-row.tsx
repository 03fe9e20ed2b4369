import type { DragEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { RowColumn } from '../use-rows.ts';

interface Props<Row> {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly columns: readonly RowColumn<Row>[];
  /** The number of rows, in words. */
  readonly count: string;
  readonly toggleLabel: string;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly mark?: { readonly 'data-control': string } | undefined;
  /** What a column shows of all rows together. */
  readonly cell: (rows: readonly Row[], column: RowColumn<Row>) => ReactNode;
  /** The name covers the columns before this one. */
  readonly before: string;
  onToggle(isOpen: boolean): void;
  onSelect(adds: boolean): void;
  onDrag?: ((event: DragEvent) => void) | undefined;
  onDragEnd?: (() => void) | undefined;
}

/** One row for several that are planned together. A click on its arrow, or the right and left arrow keys, open and close it. */
export function BundleRow<Row>({ name, rows, columns, isOpen, isSelected, onToggle, onSelect, ...props }: Props<Row>) {
  const at = columns.findIndex((column) => column.name === props.before);
  const covered = at > 0 ? at : columns.length;
  const select = (event: MouseEvent | KeyboardEvent): void =>
    onSelect(event.ctrlKey || event.metaKey || event.shiftKey);
  const press = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'ArrowRight') onToggle(true);
    else if (event.key === 'ArrowLeft') onToggle(false);
    else if (event.key === 'Enter' || event.key === ' ') select(event);
    else return;
    event.preventDefault();
  };
  return (
    <tr
      {...props.mark}
      className={`tasks-bundle${isSelected ? ' task-selected' : ''}`}
      aria-selected={isSelected}
      tabIndex={0}
      draggable={props.onDrag !== undefined}
      onClick={select}
      onDoubleClick={() => onToggle(!isOpen)}
      onKeyDown={press}
      onDragStart={props.onDrag}
      onDragEnd={props.onDragEnd}
    >
      <td colSpan={covered} dir="auto">
        <button
          type="button"
          className="tasks-bundle-toggle"
          aria-expanded={isOpen}
          aria-label={props.toggleLabel}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(!isOpen);
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          {isOpen ? '▾' : '▸'}
        </button>
        <b>{name.slice(0, 120)}</b> · {props.count}
      </td>
      {columns.slice(covered).map((column) => (
        <td key={column.name} dir="auto" className={column.kind === 'number' ? 'task-number' : undefined}>
          {props.cell(rows, column)}
        </td>
      ))}
    </tr>
  );
}
