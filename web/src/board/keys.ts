import { SNAP_MS, snapped } from './hit-test.ts';
import type { Placement, Row } from './layout.ts';
import type { Cursor, Surface } from './surface.ts';
import type { Bar, BarMove } from './types.ts';

/** Handles a key on the board. Returns true when the key was used. */
export function onKey(
  surface: Surface,
  event: KeyboardEvent,
  cursor: Cursor | undefined,
  go: (cursor: Cursor) => void,
): boolean {
  const ids = [...surface.selected];
  const bar = cursor && surface.bar(cursor.id);
  const control = event.ctrlKey || event.metaKey;
  if (control)
    switch (event.key.toLowerCase()) {
      case 'z':
        surface.emit({ type: event.shiftKey ? 'redo' : 'undo' });
        return true;
      case 'y':
        surface.emit({ type: 'redo' });
        return true;
      case 'x':
      case 'c':
        if (ids.length > 0) surface.emit({ type: event.key.toLowerCase() === 'x' ? 'cut' : 'copy', ids });
        return ids.length > 0;
      case 'v':
        surface.emit({ type: 'paste', at: surface.insertionPoint });
        return true;
      default:
        return false;
    }
  if (event.altKey && event.key.startsWith('Arrow')) {
    if (bar && cursor && !surface.view.readOnly) shift(surface, bar, cursor, event, go);
    return true;
  }
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowRight':
    case 'ArrowUp':
    case 'ArrowDown': {
      const next = neighbour(surface, cursor, event.key);
      if (next) go(next);
      return true;
    }
    case 'Delete':
      if (ids.length > 0) surface.emit({ type: 'delete', ids });
      return ids.length > 0;
    case 'F2':
      if (bar) surface.emit({ type: 'edit', id: bar.id });
      return bar !== undefined;
    case 'Insert':
      surface.emit({
        type: 'new',
        ...(surface.insertionPoint ?? { resourceNo: surface.rows[0]?.resource.no ?? '', at: surface.axis.start }),
      });
      return true;
    case 'Enter':
      if (bar) surface.emit({ type: 'details', id: bar.id });
      return bar !== undefined;
    case ' ':
      if (cursor)
        surface.select(surface.selected.has(cursor.id) ? ids.filter((id) => id !== cursor.id) : [...ids, cursor.id]);
      return cursor !== undefined;
    case 'Escape':
      surface.select([]);
      return true;
    default:
      return false;
  }
}

/** Alt and an arrow move by a quarter of an hour or to the next resource; with Shift they resize. */
function shift(surface: Surface, bar: Bar, cursor: Cursor, event: KeyboardEvent, go: (cursor: Cursor) => void): void {
  if (bar.locked) {
    surface.emit({ type: 'refuse', id: bar.id });
    return;
  }
  const from = surface.rows[cursor.row]?.resource.no ?? '';
  const by = event.key === 'ArrowLeft' ? -SNAP_MS : event.key === 'ArrowRight' ? SNAP_MS : 0;
  if (by !== 0) {
    const { zone } = surface.view;
    if (event.shiftKey) {
      const end = Math.max(snapped(zone, bar.end + by), bar.start + SNAP_MS);
      surface.emit({ type: 'resize', id: bar.id, start: bar.start, end });
      return;
    }
    const start = snapped(zone, bar.start + by);
    surface.emit({ type: 'move', moves: [{ id: bar.id, start, end: start + (bar.end - bar.start), from, to: from }] });
    return;
  }
  const row = cursor.row + (event.key === 'ArrowUp' ? -1 : 1);
  const to = surface.rows[row]?.resource.no;
  if (to === undefined) return;
  const moves: BarMove[] = [{ id: bar.id, start: bar.start, end: bar.end, from, to }];
  surface.emit({ type: 'move', moves });
  go({ id: bar.id, row });
}

/** The bars that can be selected. */
const ownOf = (row: Row | undefined): readonly Placement[] => (row?.placements ?? []).filter(({ bar }) => !bar.isBusy);

function neighbour(surface: Surface, cursor: Cursor | undefined, key: string): Cursor | undefined {
  const { rows } = surface;
  const here = cursor && surface.bar(cursor.id);
  if (!cursor || !here) {
    const row = rows.findIndex((each) => ownOf(each).length > 0);
    const first = ownOf(rows[row])[0];
    return first && { id: first.bar.id, row };
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const own = ownOf(rows[cursor.row]).map(({ bar }) => bar.id);
    const next = own[own.indexOf(cursor.id) + (key === 'ArrowLeft' ? -1 : 1)];
    return next === undefined ? undefined : { id: next, row: cursor.row };
  }
  const step = key === 'ArrowUp' ? -1 : 1;
  for (let row = cursor.row + step; row >= 0 && row < rows.length; row += step) {
    const [first, ...others] = ownOf(rows[row]);
    if (!first) continue;
    const nearest = others.reduce(
      (best, each) => (Math.abs(each.bar.start - here.start) < Math.abs(best.bar.start - here.start) ? each : best),
      first,
    );
    return { id: nearest.bar.id, row };
  }
  return undefined;
}
