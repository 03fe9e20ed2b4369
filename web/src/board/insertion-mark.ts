import { make } from './element.ts';
import { snapped } from './hit-test.ts';
import type { Spot, Surface } from './surface.ts';
import type { Insertion } from './types.ts';

/** The insertion point: the empty position that was clicked last, marked by a line in its row. */
export class InsertionMark {
  readonly #surface: Surface;
  readonly #mark: HTMLElement;
  #place: Insertion | undefined;

  constructor(surface: Surface, parent: HTMLElement) {
    this.#surface = surface;
    this.#mark = make('ob-place', parent);
  }

  /** Whether something was clicked at all, to be seen or not. */
  get isSet(): boolean {
    return this.#place !== undefined;
  }

  /** An insertion point that is not visible any more, in another week or behind a filter, does not count. */
  get shown(): Insertion | undefined {
    return this.#row() === undefined ? undefined : this.#place;
  }

  set({ row, y, at }: Spot): void {
    const { rows, edges, view } = this.#surface;
    const resourceNo = y < (edges.at(-1) ?? 0) ? rows[row]?.resource.no : undefined;
    this.#place = resourceNo === undefined ? undefined : { resourceNo, at: snapped(view.zone, at) };
    this.draw();
  }

  clear(): void {
    this.#place = undefined;
    this.draw();
  }

  draw(): void {
    const row = this.#row();
    const { style } = this.#mark;
    style.display = row === undefined ? 'none' : '';
    if (row === undefined || !this.#place) return;
    const { axis, edges } = this.#surface;
    const [top, bottom] = [edges[row] ?? 0, edges[row + 1] ?? 0];
    style.transform = `translate(${axis.xOf(this.#place.at)}px,${top}px)`;
    style.height = `${bottom - top}px`;
  }

  #row(): number | undefined {
    const { axis, rows } = this.#surface;
    const place = this.#place;
    if (!place || place.at < axis.start || place.at >= axis.end) return undefined;
    const row = rows.findIndex(({ resource }) => resource.no === place.resourceNo);
    return row < 0 ? undefined : row;
  }
}
