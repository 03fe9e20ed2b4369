import { ghostLines } from './ghost-lines.ts';
import { SNAP_MS, snapped } from './hit-test.ts';
import type { Surface } from './surface.ts';
import type { Interval } from './types.ts';

/** A pointer that moves less than this is a click. */
const LEAST_MOVE = 4;

interface Drawn {
  readonly x: number;
  readonly y: number;
  readonly row: number;
  moved: boolean;
}

/** A range of time that is drawn on the empty part of a row: a new appointment when the pointer is released. */
export class RangeDrag {
  readonly #surface: Surface;
  #drawn: Drawn | undefined;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  get isActive(): boolean {
    return this.#drawn?.moved === true;
  }

  down(event: PointerEvent): void {
    const { x, y, row } = this.#surface.spotAt(event.clientX, event.clientY);
    this.#drawn = { x, y, row, moved: false };
    this.#surface.select([]);
  }

  move(event: PointerEvent): void {
    const drawn = this.#drawn;
    if (!drawn) return;
    const { x, y } = this.#surface.spotAt(event.clientX, event.clientY);
    drawn.moved ||= Math.hypot(x - drawn.x, y - drawn.y) >= LEAST_MOVE && this.#isOnRow(drawn);
    if (!drawn.moved) return;
    this.#surface.scrollNear(event.clientX, event.clientY);
    const time = this.#timeOf(drawn, x);
    this.#surface.ghost({
      parts: [{ ...time, row: drawn.row }],
      ...ghostLines(this.#surface, drawn.row, time, { ids: new Set(), requires: [] }),
      clientX: event.clientX,
      clientY: event.clientY,
    });
  }

  /** The pointer is released: a click marks the cell, a range becomes a new appointment. */
  up(event: PointerEvent): void {
    const drawn = this.#drawn;
    this.cancel();
    if (!drawn) return;
    const spot = this.#surface.spotAt(event.clientX, event.clientY);
    if (!drawn.moved) {
      this.#surface.clicked(spot);
      return;
    }
    const { start, end } = this.#timeOf(drawn, spot.x);
    const resourceNo = this.#surface.rows[drawn.row]?.resource.no;
    this.#surface.clicked({ ...drawn, at: start });
    if (resourceNo !== undefined) this.#surface.emit({ type: 'new', resourceNo, at: start, end });
  }

  cancel(): void {
    this.#drawn = undefined;
  }

  #isOnRow({ row, y }: Drawn): boolean {
    return row >= 0 && y < (this.#surface.edges.at(-1) ?? 0);
  }

  /** Quarters of an hour; in the month view whole days. */
  #timeOf(drawn: Drawn, x: number): Interval {
    const { axis, view } = this.#surface;
    const [from, till] = [axis.msAt(Math.min(drawn.x, x)), axis.msAt(Math.max(drawn.x, x))];
    if (view.mode === 'month') {
      const [first, last] = [axis.days[axis.dayAt(from)], axis.days[axis.dayAt(till)]];
      return { start: first?.start ?? from, end: last?.end ?? till };
    }
    const start = snapped(view.zone, from);
    return { start, end: Math.max(snapped(view.zone, till), start + SNAP_MS) };
  }
}
