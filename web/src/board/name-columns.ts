import { make } from './element.ts';
import type { BoardColumn, BoardResource, BoardView } from './types.ts';

/** Width of the resource column without chosen columns, in px. */
const USUAL_WIDTH = 208;
const COLUMN_WIDTHS = { least: 48, most: 420 } as const;
/** The rest of the page belongs to the time axis. */
const MOST_TOTAL = 900;

const NAME_ONLY: readonly BoardColumn[] = [{ name: 'name', label: '', width: USUAL_WIDTH }];

const columnsOf = ({ columns }: BoardView): readonly BoardColumn[] =>
  columns === undefined || columns.length === 0 ? NAME_ONLY : columns;

/** The width of all columns of resources. */
export const namesWidth = (view: BoardView): number =>
  Math.min(
    MOST_TOTAL,
    columnsOf(view).reduce((sum, { width }) => sum + width, 0),
  );

const clamped = (width: number): number =>
  Math.round(Math.min(COLUMN_WIDTHS.most, Math.max(COLUMN_WIDTHS.least, width)));

/** Further cells beside the name, text only. The name keeps its note while it is the only column. */
export function paintCells(element: HTMLElement, resource: BoardResource, view: BoardView, share: number): void {
  const columns = columnsOf(view);
  const isPlain = columns.length === 1;
  element.classList.toggle('ob-name-columns', !isPlain);
  while (element.children.length > columns.length + 1) element.lastElementChild?.remove();
  while (element.children.length < columns.length + 1) make('ob-name-cell', element, 'span');
  const [name, note, ...cells] = [...element.children] as HTMLElement[];
  if (!name || !note) return;
  name.textContent = resource.name.slice(0, 120);
  note.textContent = isPlain ? resource.note.slice(0, 120) : '';
  let cell = 0;
  let left = 0;
  for (const column of columns) {
    const shown = column.name === 'name' ? name : cells[cell++];
    if (!shown) continue;
    if (column.name !== 'name') shown.textContent = cellText(resource, column.name, share).slice(0, 120);
    if (!isPlain) shown.style.cssText = `left:${left}px;width:${column.width}px`;
    else shown.style.cssText = '';
    left += column.width;
  }
}

const cellText = ({ fields }: BoardResource, column: string, share: number): string =>
  column === 'load' ? `${Math.round(100 * share)} %` : (fields?.[column] ?? '');

interface Listener {
  sort(name: string): void;
  resize(name: string, width: number): void;
}

/** The head of the resource columns: names that sort, and edges that resize. */
export class NameColumns {
  readonly #corner: HTMLElement;
  readonly #root: HTMLElement;
  readonly #listener: Listener;
  #shown: readonly BoardColumn[] = [];
  #count = '';

  constructor(root: HTMLElement, corner: HTMLElement, listener: Listener) {
    this.#root = root;
    this.#corner = corner;
    this.#listener = listener;
  }

  draw(view: BoardView, count: string): void {
    this.#root.style.setProperty('--ob-names', `${namesWidth(view)}px`);
    const columns = columnsOf(view);
    if (columns === this.#shown && count === this.#count) return;
    const focused = this.#corner.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset['focus']
      : undefined;
    this.#shown = columns;
    this.#count = count;
    this.#corner.replaceChildren();
    this.#corner.classList.toggle('ob-corner-columns', columns !== NAME_ONLY);
    if (columns === NAME_ONLY) this.#corner.textContent = count;
    else for (const column of columns) this.#drawHead(column, count);
    if (focused !== undefined)
      this.#corner.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
  }

  #drawHead(column: BoardColumn, count: string): void {
    const head = make('ob-column', this.#corner);
    head.style.width = `${column.width}px`;
    const button = make('ob-column-sort', head, 'button') as HTMLButtonElement;
    button.type = 'button';
    const mark = column.sorted === 1 ? ' ▲' : column.sorted === -1 ? ' ▼' : '';
    button.textContent = (column.name === 'name' ? count : column.label) + mark;
    button.title = column.label;
    button.dataset['focus'] = `sort-${column.name}`;
    button.addEventListener('click', () => this.#listener.sort(column.name));
    const edge = make('ob-column-edge', head);
    edge.tabIndex = 0;
    edge.dataset['focus'] = `edge-${column.name}`;
    edge.setAttribute('role', 'separator');
    edge.setAttribute('aria-orientation', 'vertical');
    edge.setAttribute('aria-label', column.resizeLabel ?? column.label);
    edge.setAttribute('aria-valuenow', String(column.width));
    edge.setAttribute('aria-valuemin', String(COLUMN_WIDTHS.least));
    edge.setAttribute('aria-valuemax', String(COLUMN_WIDTHS.most));
    this.#resizeWith(edge, head, column);
  }

  #resizeWith(edge: HTMLElement, head: HTMLElement, { name, width }: BoardColumn): void {
    let start: number | undefined;
    let now = width;
    edge.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      event.stopPropagation();
      edge.setPointerCapture(event.pointerId);
      start = event.clientX;
    });
    edge.addEventListener('pointermove', (event) => {
      if (start === undefined) return;
      now = clamped(width + event.clientX - start);
      head.style.width = `${now}px`;
    });
    edge.addEventListener('pointerup', () => {
      if (start !== undefined && now !== width) this.#listener.resize(name, now);
      start = undefined;
    });
    edge.addEventListener('pointercancel', () => {
      start = undefined;
      head.style.width = `${width}px`;
    });
    edge.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 16 : event.key === 'ArrowLeft' ? -16 : 0;
      if (step === 0) return;
      event.preventDefault();
      event.stopPropagation();
      this.#listener.resize(name, clamped(width + step));
    });
  }
}
