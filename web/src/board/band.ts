import { indexAt } from './hit-test.ts';
import type { Rectangle, Surface } from './surface.ts';

/** A pointer that moves less than this is a click. */
const LEAST_MOVE = 4;

interface Drawn {
  readonly x: number;
  readonly y: number;
  /** The bars that stay selected. */
  readonly kept: readonly number[];
  moved: boolean;
}

/** The selection rectangle, drawn with Shift or Ctrl from an empty position: the bars that it touches are selected. */
export class Band {
  readonly #surface: Surface;
  #drawn: Drawn | undefined;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  get isActive(): boolean {
    return this.#drawn?.moved === true;
  }

  down(event: PointerEvent): void {
    const { x, y } = this.#surface.spotAt(event.clientX, event.clientY);
    const adds = event.ctrlKey || event.metaKey;
    const kept = adds ? [...this.#surface.selected] : [];
    this.#drawn = { x, y, kept, moved: false };
    if (!adds) this.#surface.select([]);
  }

  move(event: PointerEvent): void {
    const drawn = this.#drawn;
    if (!drawn) return;
    const { x, y } = this.#surface.spotAt(event.clientX, event.clientY);
    drawn.moved ||= Math.hypot(x - drawn.x, y - drawn.y) >= LEAST_MOVE;
    if (!drawn.moved) return;
    this.#surface.scrollNear(event.clientX, event.clientY);
    const rectangle = {
      left: Math.min(x, drawn.x),
      top: Math.min(y, drawn.y),
      right: Math.max(x, drawn.x),
      bottom: Math.max(y, drawn.y),
    };
    this.#surface.band(rectangle);
    const { selected } = this.#surface;
    const ids = [...new Set([...drawn.kept, ...touchedBy(this.#surface, rectangle)])];
    if (ids.length !== selected.size || ids.some((id) => !selected.has(id))) this.#surface.select(ids);
  }

  /** True when nothing was drawn: it was a click. */
  end(): boolean {
    const isClick = this.#drawn?.moved === false;
    this.#drawn = undefined;
    this.#surface.band(undefined);
    return isClick;
  }
}

/** Each bar once, even when several resources have it. */
function touchedBy({ rows, edges, view }: Surface, { left, top, right, bottom }: Rectangle): number[] {
  const ids = new Set<number>();
  for (let index = indexAt(edges, top); index < rows.length && (edges[index] ?? 0) < bottom; index++)
    for (const { bar, x, width, lane } of rows[index]?.placements ?? []) {
      const barTop = (edges[index] ?? 0) + 2 + lane * (view.barHeight + 2);
      const inRow = view.mode === 'month' || (barTop < bottom && barTop + view.barHeight > top);
      if (!bar.isBusy && inRow && x < right && x + width > left) ids.add(bar.id);
    }
  return [...ids];
}
