import { Band } from './band.ts';
import { ghostLines } from './ghost-lines.ts';
import { type Grip, gripAt, snapped } from './hit-test.ts';
import { RangeDrag } from './range-drag.ts';
import type { Surface } from './surface.ts';
import { inARow } from './task-chain.ts';
import type { Bar, BarMove, Interval, OpenWork } from './types.ts';

/** A pointer that moves less than this is a click. */
const LEAST_MOVE = 4;
const LEAST_LENGTH = 15 * 60_000;

interface Drag {
  readonly bar: Bar;
  readonly row: number;
  readonly grip: Grip;
  readonly startX: number;
  readonly clientX: number;
  readonly clientY: number;
  readonly all: readonly Bar[];
  /** Ctrl or Shift was held: a click adds to the selection. */
  readonly adds: boolean;
  moved: boolean;
}

/** Moving and resizing bars, dropping open tasks, drawing a new appointment, and selecting with a rectangle. */
export class Dragging {
  readonly #surface: Surface;
  readonly #band: Band;
  readonly #range: RangeDrag;
  #drag: Drag | undefined;
  #work: readonly OpenWork[] = [];

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#band = new Band(surface);
    this.#range = new RangeDrag(surface);
  }

  get isActive(): boolean {
    return this.#drag?.moved === true || this.#range.isActive || this.#band.isActive;
  }

  down(event: PointerEvent): void {
    const surface = this.#surface;
    const found = surface.placementAt(event.target);
    if (event.button !== 0) return;
    const adds = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!found) {
      if (adds || surface.view.readOnly) this.#band.down(event);
      else this.#range.down(event);
      return;
    }
    const { bar } = found.placement;
    const selected = surface.selected;
    if (adds)
      surface.select(selected.has(bar.id) ? [...selected].filter((id) => id !== bar.id) : [...selected, bar.id]);
    else if (!selected.has(bar.id)) surface.select([bar.id]);
    const { x, at: _at } = surface.spotAt(event.clientX, event.clientY);
    const all = [...surface.selected].flatMap((id) => surface.bar(id) ?? []);
    const grip = all.length > 1 ? 'body' : gripAt(found.placement, x);
    this.#drag = {
      bar,
      row: found.row,
      grip,
      startX: x,
      clientX: event.clientX,
      clientY: event.clientY,
      all,
      adds,
      moved: false,
    };
  }

  move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) {
      this.#band.move(event);
      this.#range.move(event);
      return;
    }
    if (!drag.moved) {
      if (Math.hypot(event.clientX - drag.clientX, event.clientY - drag.clientY) < LEAST_MOVE) return;
      if (this.#surface.view.readOnly) {
        this.cancel();
        return;
      }
      if (drag.all.some(({ locked }) => locked)) {
        this.#surface.emit({ type: 'refuse', id: drag.bar.id });
        this.cancel();
        return;
      }
      drag.moved = true;
    }
    this.#surface.scrollNear(event.clientX, event.clientY);
    const { row, time } = this.#target(drag, event);
    const stops = [{ ...time, site: drag.bar.job?.site }];
    const work = { ids: new Set(drag.all.map(({ id }) => id)), requires: drag.bar.requires, stops };
    this.#surface.ghost({
      parts: this.#moves(drag, row, time).map(({ start, end, to }) => ({ start, end, row: this.#rowOf(to) })),
      ...ghostLines(this.#surface, row, time, work),
      clientX: event.clientX,
      clientY: event.clientY,
    });
  }

  up(event: PointerEvent): void {
    const drag = this.#drag;
    this.#range.up(event);
    if (this.#release()) this.#surface.clicked(this.#surface.spotAt(event.clientX, event.clientY));
    if (drag && !drag.moved) this.#clickBar(drag);
    if (!drag?.moved) return;
    const { row, time } = this.#target(drag, event);
    const { bar } = drag;
    const moves = this.#moves(drag, row, time).filter(({ id, start, end, from, to }) => {
      const before = this.#surface.bar(id);
      return before && (before.start !== start || before.end !== end || from !== to);
    });
    if (moves.length === 0) return;
    if (drag.grip === 'body') this.#surface.emit({ type: 'move', moves });
    else this.#surface.emit({ type: 'resize', id: bar.id, ...time, seen: bar.version });
  }

  cancel(): void {
    this.#release();
  }

  /** A click on one of several selected bars selects it alone; the others stay selected only while they are dragged. */
  #clickBar({ bar, row, adds }: Drag): void {
    if (!adds && this.#surface.selected.size > 1) this.#surface.select([bar.id]);
    this.#surface.clickedBar({ id: bar.id, row });
  }

  /** True after a click on an empty position. */
  #release(): boolean {
    this.#drag = undefined;
    this.#range.cancel();
    this.#surface.ghost(undefined);
    return this.#band.end();
  }

  /** Open tasks are being dragged in from outside; an empty list ends it. */
  bring(work: readonly OpenWork[]): void {
    this.#work = work;
    if (work.length === 0) this.#surface.ghost(undefined);
  }

  over(event: DragEvent): void {
    const [first] = this.#work;
    if (!first) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    this.#surface.scrollNear(event.clientX, event.clientY);
    const { row, at } = this.#surface.spotAt(event.clientX, event.clientY);
    const working = this.#surface.rows[row]?.resource.working ?? [];
    const times = inARow(this.#work, working, snapped(this.#surface.view.zone, at));
    const [start, end] = [times[0]?.start ?? at, times.at(-1)?.end ?? at];
    const requires = [...new Set(this.#work.flatMap((each) => each.requires))];
    const stops = times.map((time, i) => ({ ...time, site: this.#work[i]?.site }));
    const { lines, ...rest } = ghostLines(this.#surface, row, { start, end }, { ids: new Set(), requires, stops });
    const more = this.#work.length > 1 ? [this.#surface.texts.more(this.#work.length - 1)] : [];
    this.#surface.ghost({
      parts: times.map((time) => ({ ...time, row })),
      ...rest,
      lines: [...lines, ...more],
      clientX: event.clientX,
      clientY: event.clientY,
    });
  }

  drop(event: DragEvent): void {
    const work = this.#work;
    this.bring([]);
    if (work.length === 0) return;
    event.preventDefault();
    const { row, at } = this.#surface.spotAt(event.clientX, event.clientY);
    const resourceNo = this.#surface.rows[row]?.resource.no;
    // The new bars are selected on the board: keys go there too.
    this.#surface.focus();
    if (resourceNo !== undefined)
      this.#surface.emit({ type: 'plan', work, resourceNo, at: snapped(this.#surface.view.zone, at) });
  }

  #rowOf(no: string): number {
    return this.#surface.rows.findIndex(({ resource }) => resource.no === no);
  }

  #target({ bar, row, grip, startX }: Drag, event: PointerEvent): { row: number; time: Interval } {
    const { axis, view } = this.#surface;
    const spot = this.#surface.spotAt(event.clientX, event.clientY);
    const by = spot.x - startX;
    const moved = (instant: number): number => snapped(view.zone, axis.msAt(axis.xOf(instant) + by));
    if (grip === 'start')
      return { row, time: { start: Math.min(moved(bar.start), bar.end - LEAST_LENGTH), end: bar.end } };
    if (grip === 'end')
      return { row, time: { start: bar.start, end: Math.max(moved(bar.end), bar.start + LEAST_LENGTH) } };
    // The start of a bar that began before the window is not visible.
    const start = bar.start < axis.start ? bar.start + (moved(axis.start) - axis.start) : moved(bar.start);
    return { row: spot.row, time: { start, end: start + (bar.end - bar.start) } };
  }

  /** All selected bars move by the same time. They change the resource only when all have the same one. */
  #moves({ bar, row, grip, all }: Drag, toRow: number, time: Interval): BarMove[] {
    const from = this.#surface.rows[row]?.resource.no ?? '';
    const to = this.#surface.rows[toRow]?.resource.no ?? from;
    if (grip !== 'body' || all.length < 2) return [{ id: bar.id, ...time, from, to, seen: bar.version }];
    const together = all.every(({ resources }) => resources.includes(from));
    const by = time.start - bar.start;
    return all.map((each) => {
      const own = together ? from : (each.resources[0] ?? from);
      const times = { start: each.start + by, end: each.end + by };
      return { id: each.id, ...times, from: own, to: together ? to : own, seen: each.version };
    });
  }
}
