import { localOf } from '../dates/zone.ts';
import type { Axis } from './axis.ts';
import type { Row } from './layout.ts';
import type { Bar, BoardView } from './types.ts';

/** A row and an instant, and the bar that lies there. A bar counts as one cell, however long it is. */
export interface Cell {
  readonly row: number;
  readonly at: number;
  readonly id: number | undefined;
}

/** What the steps of the cell cursor depend on. */
export interface Grid {
  readonly axis: Axis;
  readonly rows: readonly Row[];
  readonly view: Pick<BoardView, 'zone' | 'mode'>;
}

const MINUTE = 60_000;
const STEPS = [15 * MINUTE, 30 * MINUTE, 60 * MINUTE] as const;
/** A step that is narrower than this would not be seen. */
const LEAST_STEP_PX = 6;

/** The length of an empty cell: a quarter, half or full hour, whichever is wide enough to be seen. */
export function stepOf({ axis }: Pick<Grid, 'axis'>): number {
  const open = axis.segments.find(({ folded }) => !folded);
  const perMs = open ? open.width / (open.end - open.start) : 0;
  return STEPS.find((step) => step * perMs >= LEAST_STEP_PX) ?? STEPS[2];
}

/** The last multiple of the step in local time that is not after the instant. */
function floored(zone: string, instant: number, step: number = STEPS[0]): number {
  const local = localOf(zone, instant);
  return instant - (((local % step) + step) % step);
}

/** The bars of a row that can be selected, ascending by start. */
const barsOf = (row: Row | undefined): readonly Bar[] =>
  (row?.placements ?? []).filter(({ bar }) => !bar.isBusy).map(({ bar }) => bar);

/** The bar that lies at an instant: of several the one that starts last. */
const barAt = (row: Row | undefined, at: number): number | undefined =>
  barsOf(row).findLast(({ start, end }) => start <= at && at < end)?.id;

const cellOf = ({ axis, rows }: Grid, row: number, at: number): Cell => ({
  row,
  at: Math.max(at, axis.start),
  id: barAt(rows[row], at),
});

const onBar = ({ axis }: Grid, row: number, { id, start }: Bar): Cell => ({
  row,
  at: Math.max(start, axis.start),
  id,
});

/** Where the cursor is before the first key: the first bar, or the present time, or the first open hour. */
export function firstCell(grid: Grid, now: number): Cell | undefined {
  const { axis, rows, view } = grid;
  if (rows.length === 0) return undefined;
  const row = rows.findIndex((each) => barsOf(each).length > 0);
  const [first] = barsOf(rows[row]);
  if (first) return onBar(grid, row, first);
  const isShown = now >= axis.start && now < axis.end && !isFolded(axis, now);
  return cellOf(grid, 0, isShown ? floored(view.zone, now) : (firstOpen(axis) ?? axis.start));
}

/** The cell beside this one. At the edge of the board it is the same cell. */
export function stepTime(grid: Grid, cell: Cell, direction: 1 | -1): Cell {
  if (grid.view.mode === 'month') return stepDay(grid, cell, direction);
  return direction === 1 ? stepRight(grid, cell) : stepLeft(grid, cell);
}

/** The cell at the same time, some rows above or below. */
export function stepRow(grid: Grid, { row, at }: Cell, by: number): Cell {
  return cellOf(grid, Math.min(grid.rows.length - 1, Math.max(0, row + by)), at);
}

/** The previous or next bar of the row; without one, the same cell. */
export function jumpTime(grid: Grid, cell: Cell, direction: 1 | -1): Cell {
  const bars = barsOf(grid.rows[cell.row]);
  const index = bars.findIndex(({ id }) => id === cell.id);
  const found =
    direction === 1
      ? index < 0
        ? bars.find(({ start }) => start > cell.at)
        : bars[index + 1]
      : index < 0
        ? bars.findLast(({ start }) => start < cell.at)
        : bars[index - 1];
  return found ? onBar(grid, cell.row, found) : cell;
}

/** The bar that starts at the most similar time in the next row above or below that has one. */
export function jumpRow(grid: Grid, cell: Cell, direction: 1 | -1): Cell {
  for (let row = cell.row + direction; row >= 0 && row < grid.rows.length; row += direction) {
    const [first, ...others] = barsOf(grid.rows[row]);
    if (!first) continue;
    const apart = ({ start }: Bar): number => Math.abs(start - cell.at);
    return onBar(
      grid,
      row,
      others.reduce((best, each) => (apart(each) < apart(best) ? each : best), first),
    );
  }
  return cell;
}

/** The first or last open cell of the row. */
export function rowEnd(grid: Grid, { row }: Cell, direction: 1 | -1): Cell {
  const { axis } = grid;
  const at = direction === -1 ? firstOpen(axis) : axis.segments.findLast(({ folded }) => !folded)?.end;
  return cellOf(grid, row, (at ?? axis.start) - (direction === 1 ? stepOf(grid) : 0));
}

function stepRight(grid: Grid, cell: Cell): Cell {
  const { row, at, id } = cell;
  const bars = barsOf(grid.rows[row]);
  const index = bars.findIndex((bar) => bar.id === id);
  const here = bars[index];
  if (here) {
    // Bars that overlap come one after the other; only then follows the time after the last of them.
    const reach = Math.max(...bars.slice(0, index + 1).flatMap(({ end }) => (end > here.start ? [end] : [])));
    const next = bars[index + 1];
    if (next && next.start < reach) return onBar(grid, row, next);
    const open = openFrom(grid.axis, reach);
    return open === undefined ? cell : cellOf(grid, row, open);
  }
  const step = stepOf(grid);
  const to = openFrom(grid.axis, floored(grid.view.zone, at, step) + step);
  const hit = bars.find(({ start }) => start > at && (to === undefined || start <= to));
  if (hit) return onBar(grid, row, hit);
  return to === undefined ? cell : cellOf(grid, row, to);
}

function stepLeft(grid: Grid, cell: Cell): Cell {
  const { row, at, id } = cell;
  const bars = barsOf(grid.rows[row]);
  const index = bars.findIndex((bar) => bar.id === id);
  const here = bars[index];
  const before = bars.slice(0, Math.max(0, index));
  const overlapped = here && before.some(({ end }) => end > here.start) ? before.at(-1) : undefined;
  if (overlapped) return onBar(grid, row, overlapped);
  const from = here ? here.start : at;
  const to = openBefore(grid, from);
  const hit = bars.findLast(({ start, end }) => start < from && (to === undefined || end > to));
  // Of bars that overlap the last one comes first.
  const last = hit && bars.findLast(({ start }) => start < from && start < hit.end);
  if (last) return onBar(grid, row, last);
  return to === undefined ? cell : cellOf(grid, row, to);
}

const stepDay = (grid: Grid, cell: Cell, direction: 1 | -1): Cell => {
  const at = startOfWork(grid, cell.row, grid.axis.dayAt(cell.at) + direction);
  return at === undefined ? cell : cellOf(grid, cell.row, at);
};

/** In the month view a cell is a day, from the first working hour of the resource on. */
function startOfWork({ axis, rows }: Grid, row: number, index: number): number | undefined {
  const day = axis.days[index];
  const work = day && rows[row]?.resource.working.find(({ start, end }) => end > day.start && start < day.end);
  return day && (work ? Math.max(day.start, work.start) : day.start);
}

/** The start of the cell under the pointer. */
export const cellStart = (grid: Grid, row: number, at: number): number =>
  grid.view.mode === 'month' ? (startOfWork(grid, row, grid.axis.dayAt(at)) ?? at) : floored(grid.view.zone, at);

const firstOpen = (axis: Axis): number | undefined => axis.segments.find(({ folded }) => !folded)?.start;
const isFolded = (axis: Axis, at: number): boolean =>
  axis.segments.some(({ start, end, folded }) => folded && start <= at && at < end);

/** The first instant from one on that is not in a folded stretch; undefined after the last. */
const openFrom = (axis: Axis, at: number): number | undefined => {
  const segment = axis.segments.find(({ end, folded }) => !folded && end > at);
  return segment && Math.max(at, segment.start);
};

/** The last step before an instant that is not in a folded stretch; undefined before the first. */
function openBefore(grid: Grid, at: number): number | undefined {
  const { axis, view } = grid;
  const segment = axis.segments.findLast(({ start, folded }) => !folded && start < at);
  return segment && Math.max(segment.start, floored(view.zone, Math.min(at, segment.end) - 1, stepOf(grid)));
}
