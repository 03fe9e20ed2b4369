import { type Cell, firstCell, jumpRow, jumpTime, rowEnd, stepRow, stepTime } from './cell-steps.ts';
import { SNAP_MS, snapped } from './hit-test.ts';
import type { Keymap } from './keymap.ts';
import type { Surface } from './surface.ts';
import type { Bar, BarMove } from './types.ts';

const PAGE_ROWS = 10;

/** Every key of the board. The sheet of shortcuts lists the same keys, and a test compares both. */
export const boardKeys: Keymap<Surface> = {
  ArrowLeft: go((surface, cell) => stepTime(surface, cell, -1)),
  ArrowRight: go((surface, cell) => stepTime(surface, cell, 1)),
  ArrowUp: go((surface, cell) => stepRow(surface, cell, -1)),
  ArrowDown: go((surface, cell) => stepRow(surface, cell, 1)),
  'Shift+ArrowLeft': go((surface, cell) => stepTime(surface, cell, -1), true),
  'Shift+ArrowRight': go((surface, cell) => stepTime(surface, cell, 1), true),
  'Shift+ArrowUp': go((surface, cell) => stepRow(surface, cell, -1), true),
  'Shift+ArrowDown': go((surface, cell) => stepRow(surface, cell, 1), true),
  'Ctrl+ArrowLeft': go((surface, cell) => jumpTime(surface, cell, -1)),
  'Ctrl+ArrowRight': go((surface, cell) => jumpTime(surface, cell, 1)),
  'Ctrl+ArrowUp': go((surface, cell) => jumpRow(surface, cell, -1)),
  'Ctrl+ArrowDown': go((surface, cell) => jumpRow(surface, cell, 1)),
  Home: go((surface, cell) => rowEnd(surface, cell, -1)),
  End: go((surface, cell) => rowEnd(surface, cell, 1)),
  PageUp: go((surface, cell) => stepRow(surface, cell, -PAGE_ROWS)),
  PageDown: go((surface, cell) => stepRow(surface, cell, PAGE_ROWS)),
  'Alt+ArrowLeft': (surface) => shiftTime(surface, -SNAP_MS),
  'Alt+ArrowRight': (surface) => shiftTime(surface, SNAP_MS),
  'Alt+ArrowUp': (surface) => shiftRow(surface, -1),
  'Alt+ArrowDown': (surface) => shiftRow(surface, 1),
  'Alt+Shift+ArrowLeft': (surface) => resize(surface, -SNAP_MS),
  'Alt+Shift+ArrowRight': (surface) => resize(surface, SNAP_MS),
  Enter: enter,
  Insert: (surface) => {
    const { resource } = surface.rows[0] ?? {};
    surface.emit({
      type: 'new',
      ...(surface.insertionPoint ?? { resourceNo: resource?.no ?? '', at: surface.axis.start }),
    });
    return true;
  },
  F2: (surface) => {
    const bar = barAtCursor(surface);
    if (bar) surface.emit({ type: 'edit', id: bar.id });
    return bar !== undefined;
  },
  Space: (surface) => {
    const id = surface.cell?.id;
    if (id === undefined) return true;
    const ids = [...surface.selected];
    surface.select(surface.selected.has(id) ? ids.filter((each) => each !== id) : [...ids, id]);
    return true;
  },
  Delete: ofSelected('delete'),
  'Ctrl+X': ofSelected('cut'),
  'Ctrl+C': ofSelected('copy'),
  'Ctrl+V': (surface) => {
    surface.emit({ type: 'paste', at: surface.insertionPoint });
    return true;
  },
  Escape: (surface) => {
    surface.select([]);
    return true;
  },
};

function go(next: (surface: Surface, from: Cell) => Cell, extend = false) {
  return (surface: Surface): boolean => {
    const { cell } = surface;
    const target = cell ? next(surface, cell) : firstCell(surface, surface.now());
    if (target) surface.go(target, extend);
    return true;
  };
}

function ofSelected(type: 'delete' | 'cut' | 'copy') {
  return (surface: Surface): boolean => {
    const ids = [...surface.selected];
    if (ids.length > 0) surface.emit({ type, ids });
    return ids.length > 0;
  };
}

const barAtCursor = (surface: Surface): Bar | undefined => surface.bar(surface.cell?.id ?? -1);

function enter(surface: Surface): boolean {
  const bar = barAtCursor(surface);
  if (bar) surface.emit({ type: 'details', id: bar.id });
  else if (surface.insertionPoint) surface.emit({ type: 'planSelected', ...surface.insertionPoint });
  return true;
}

/** The bars that Alt and an arrow change: all that are selected. A locked one prevents it for all. */
function movable(surface: Surface): readonly Bar[] {
  if (surface.view.readOnly) return [];
  const bars = [...surface.selected].flatMap((id) => surface.bar(id) ?? []);
  const locked = bars.find(({ locked: isLocked }) => isLocked);
  if (!locked) return bars;
  surface.emit({ type: 'refuse', id: locked.id });
  return [];
}

/** The resource from which a bar is moved: that of the cursor, if it has it, or its first one on the board. */
function rowOf(surface: Surface, bar: Bar): number {
  const atCursor = surface.rows[surface.cell?.row ?? -1]?.resource.no;
  if (atCursor !== undefined && bar.resources.includes(atCursor)) return surface.cell?.row ?? -1;
  return surface.rows.findIndex(({ resource }) => bar.resources.includes(resource.no));
}

/** All by the same time; the first one comes to lie on a full quarter of an hour. */
function shiftTime(surface: Surface, by: number): boolean {
  const bars = movable(surface);
  const first = bars.reduce<Bar | undefined>((best, bar) => (best && best.start <= bar.start ? best : bar), undefined);
  if (!first) return true;
  const distance = snapped(surface.view.zone, first.start + by) - first.start;
  const moves = bars.map((bar) => {
    const own = surface.rows[rowOf(surface, bar)]?.resource.no ?? bar.resources[0] ?? '';
    return { id: bar.id, start: bar.start + distance, end: bar.end + distance, from: own, to: own };
  });
  surface.emit({ type: 'move', moves });
  return true;
}

/** Each to the next resource, or none if one of them is on the last row. */
function shiftRow(surface: Surface, by: 1 | -1): boolean {
  const moves = movable(surface).map((bar): BarMove | undefined => {
    const row = rowOf(surface, bar);
    const [from, to] = [surface.rows[row]?.resource.no, surface.rows[row + by]?.resource.no];
    if (row < 0 || from === undefined || to === undefined) return undefined;
    return { id: bar.id, start: bar.start, end: bar.end, from, to };
  });
  const all = moves.filter((move) => move !== undefined);
  if (all.length > 0 && all.length === moves.length) {
    surface.emit({ type: 'move', moves: all });
    surface.reveal(surface.cell?.id ?? -1);
  }
  return true;
}

function resize(surface: Surface, by: number): boolean {
  const bars = movable(surface);
  const resized = bars.map((bar) => ({
    id: bar.id,
    start: bar.start,
    end: Math.max(snapped(surface.view.zone, bar.end + by), bar.start + SNAP_MS),
  }));
  const [only, ...others] = resized;
  if (!only) return true;
  if (others.length === 0) surface.emit({ type: 'resize', ...only });
  else
    surface.emit({
      type: 'move',
      moves: resized.map((each) => {
        const own = surface.bar(each.id)?.resources[0] ?? '';
        return { ...each, from: own, to: own };
      }),
    });
  return true;
}
