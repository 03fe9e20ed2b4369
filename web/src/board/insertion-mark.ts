import { make } from './element.ts';
import { snapped } from './hit-test.ts';
import type { Spot, Surface } from './surface.ts';
import type { Insertion } from './types.ts';

/** The insertion point: the empty position that was clicked last, marked by a line in its row. */
export class InsertionMark {
  readonly #surface: Surface;
  readonly #mark: HTMLElement;
  #point: Insertion | undefined;

  constructor(surface: Surface, parent: HTMLElement) {
    this.#surface = surface;
    this.#mark = make('ob-place', parent);
  }

  /** True after a click on an empty position, visible or not. */
  get isSet(): boolean {
    return this.#point !== undefined;
  }

  /** The insertion point; undefined when it is not visible, in another week or filtered out. */
  get shown(): Insertion | undefined {
    return this.#row() === undefined ? undefined : this.#point;
  }

  set({ row, y, at }: Spot): void {
    const { rows, edges, view } = this.#surface;
    const resourceNo = y < (edges.at(-1) ?? 0) ? rows[row]?.resource.no : undefined;
    this.#point = resourceNo === undefined ? undefined : { resourceNo, at: snapped(view.zone, at) };
    this.draw();
  }

  clear(): void {
    this.#point = undefined;
    this.draw();
  }

  draw(): void {
    const row = this.#row();
    const { style } = this.#mark;
    style.display = row === undefined ? 'none' : '';
    if (row === undefined || !this.#point) return;
    const { axis, edges } = this.#surface;
    const [top, bottom] = [edges[row] ?? 0, edges[row + 1] ?? 0];
    style.transform = `translate(${axis.xOf(this.#point.at)}px,${top}px)`;
    style.height = `${bottom - top}px`;
  }

  #row(): number | undefined {
    const { axis, rows } = this.#surface;
    const point = this.#point;
    if (!point || point.at < axis.start || point.at >= axis.end) return undefined;
    const row = rows.findIndex(({ resource }) => resource.no === point.resourceNo);
    return row < 0 ? undefined : row;
  }
}
