import type { Surface } from './surface.ts';
import type { OpenDay } from './types.ts';

/** A pointer that moves less than this is a click. */
const LEAST_MOVE = 4;

/** Opens the list of a day: by a click on a cell of the month, or by Enter at the cell cursor. */
export class MonthCell {
  readonly #surface: Surface;
  readonly #open: (day: OpenDay) => void;
  #down: { readonly x: number; readonly y: number } | undefined;

  constructor(surface: Surface, open: (day: OpenDay) => void) {
    this.#surface = surface;
    this.#open = open;
  }

  down({ clientX, clientY, button, target }: PointerEvent): void {
    const isCell = button === 0 && target instanceof Element && target.closest('.ob-cell') !== null;
    this.#down = isCell ? { x: clientX, y: clientY } : undefined;
  }

  up({ clientX, clientY }: PointerEvent): void {
    const down = this.#down;
    this.#down = undefined;
    if (!down || Math.hypot(clientX - down.x, clientY - down.y) >= LEAST_MOVE) return;
    const { row, at } = this.#surface.spotAt(clientX, clientY);
    this.#openAt(row, at, clientX, clientY);
  }

  /** Returns true when the key was used. */
  key(event: KeyboardEvent, cursor: Element | undefined): boolean {
    const { cell, view } = this.#surface;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (view.mode !== 'month' || event.key !== 'Enter' || !isPlain || !cell || cell.id !== undefined) return false;
    const box = cursor?.getBoundingClientRect();
    this.#openAt(cell.row, cell.at, box?.left ?? 0, box?.bottom ?? 0);
    return true;
  }

  #openAt(row: number, at: number, x: number, y: number): void {
    const { rows, axis, view } = this.#surface;
    const resource = rows[row]?.resource;
    const day = axis.days[axis.dayAt(at)];
    if (view.mode !== 'month' || !resource || !day) return;
    this.#open({ resourceNo: resource.no, date: day.date, start: day.start, end: day.end, x, y });
  }
}
