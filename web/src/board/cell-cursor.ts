import { type Cell, cellStart, stepOf } from './cell-steps.ts';
import { make } from './element.ts';
import { cellLabel } from './ghost-lines.ts';
import type { Span } from './packing.ts';
import type { Cursor, Spot, Surface } from './surface.ts';
import type { Insertion } from './types.ts';

const LEAST_WIDTH = 8;

/**
 * The cell cursor: the resource and time at which keys and paste act. It is drawn on the board and named to screen readers. On a bar it is
 * the bar that is marked.
 */
export class CellCursor {
  readonly #surface: Surface;
  readonly #listbox: HTMLElement;
  readonly #mark: HTMLElement;
  /** The resource, not the row: rows change with the filter. */
  #cell: (Insertion & { readonly id: number | undefined }) | undefined;

  constructor(surface: Surface, listbox: HTMLElement) {
    this.#surface = surface;
    this.#listbox = listbox;
    this.#mark = make('ob-cursor', listbox);
    this.#mark.id = 'ob-cursor';
    this.#mark.setAttribute('role', 'option');
    this.#mark.setAttribute('aria-selected', 'true');
    this.#mark.style.display = 'none';
  }

  /** The cell in the present rows; undefined when it is not visible, in another week or filtered out. */
  get cell(): Cell | undefined {
    const cell = this.#cell;
    if (!cell) return undefined;
    const { rows, axis } = this.#surface;
    const bar = cell.id === undefined ? undefined : this.#surface.bar(cell.id);
    const has = (index: number): boolean => rows[index]?.bars.some(({ id }) => id === bar?.id) === true;
    const own = rows.findIndex(({ resource }) => resource.no === cell.resourceNo);
    if (bar) {
      const row = has(own) ? own : rows.findIndex((_, index) => has(index));
      if (row >= 0 && bar.end > axis.start && bar.start < axis.end)
        return { row, id: bar.id, at: Math.min(Math.max(cell.at, bar.start, axis.start), bar.end - 1) };
    }
    if (own < 0 || cell.at < axis.start || cell.at >= axis.end) return undefined;
    return { row: own, at: cell.at, id: undefined };
  }

  /** The mark of an empty cell. */
  get element(): Element {
    return this.#mark;
  }

  /** The bar that is marked, and its row. */
  get bar(): Cursor | undefined {
    const cell = this.cell;
    return cell?.id === undefined ? undefined : { id: cell.id, row: cell.row };
  }

  /** Where something is inserted: at the cell, or right after its bar. */
  get insertion(): Insertion | undefined {
    const cell = this.cell;
    const resourceNo = cell && this.#surface.rows[cell.row]?.resource.no;
    if (!cell || resourceNo === undefined) return undefined;
    const bar = cell.id === undefined ? undefined : this.#surface.bar(cell.id);
    return { resourceNo, at: bar ? bar.end : cell.at };
  }

  set({ row, at, id }: Cell): void {
    const resourceNo = this.#surface.rows[row]?.resource.no;
    if (resourceNo !== undefined) this.#cell = { resourceNo, at, id };
    this.draw();
  }

  /** The cell under the pointer; below the last row nothing is marked. */
  setAt({ row, y, at }: Spot): void {
    const { edges } = this.#surface;
    this.#cell = undefined;
    if (y < (edges.at(-1) ?? 0)) this.set({ row, at: cellStart(this.#surface, row, at), id: undefined });
    else this.draw();
  }

  draw(): void {
    const cell = this.cell;
    const isShown = cell !== undefined && (cell.id === undefined || !this.#surface.selected.has(cell.id));
    const { style } = this.#mark;
    style.display = isShown ? '' : 'none';
    if (!cell || !isShown) return;
    const { edges } = this.#surface;
    const { x, width } = this.#spanOf(cell);
    const [top, bottom] = [edges[cell.row] ?? 0, edges[cell.row + 1] ?? 0];
    style.transform = `translate(${x}px,${top}px)`;
    style.width = `${Math.max(LEAST_WIDTH, width)}px`;
    style.height = `${bottom - top - 1}px`;
    const label = cellLabel(this.#surface, cell);
    if (this.#mark.getAttribute('aria-label') !== label) this.#mark.setAttribute('aria-label', label);
  }

  /** The bar of the cell, a day of the month view, or a step. */
  #spanOf({ row, at, id }: Cell): Span {
    const { axis, rows, view } = this.#surface;
    const placement = rows[row]?.placements.find(({ bar }) => bar.id === id);
    const day = view.mode === 'month' ? axis.days[axis.dayAt(at)] : undefined;
    const x = axis.xOf(at);
    return placement ?? day ?? { x, width: axis.xOf(at + stepOf(this.#surface)) - x };
  }

  /** Names the empty cell as the active element; the board names bars itself. */
  announce(): void {
    const cell = this.cell;
    if (cell && cell.id === undefined) this.#listbox.setAttribute('aria-activedescendant', this.#mark.id);
  }
}
