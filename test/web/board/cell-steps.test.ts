import { describe, expect, test } from 'vitest';
import { Axis, daysFrom } from '../../../web/src/board/axis.ts';
import {
  type Cell,
  cellStart,
  firstCell,
  type Grid,
  jumpRow,
  jumpTime,
  rowEnd,
  stepRow,
  stepTime,
} from '../../../web/src/board/cell-steps.ts';
import { layRow } from '../../../web/src/board/layout.ts';
import type { Bar } from '../../../web/src/board/types.ts';

const ZONE = 'Europe/Brussels';
const at = (time: string): number => Date.parse(`2026-06-${time}:00+02:00`);
const textOf = (instant: number): string => new Date(instant + 7_200_000).toISOString().slice(8, 16);

const aBar = (id: number, from: string, till: string, more: Partial<Bar> = {}): Bar => ({
  ...{ id, version: 1, start: at(from), end: at(till), subject: `#${id}`, resources: [], color: '#fff' },
  ...{ category: null, markerColor: null, isImportant: false, locked: false, notification: null },
  ...{ containers: [], requires: [], warnings: [], ...more },
});

/** Two days from 8 to 18 o'clock, with the nights folded. */
function gridOf(...rows: readonly (readonly Bar[])[]): Grid {
  const axis = new Axis(daysFrom(ZONE, '2026-06-01', 2), {
    ...{ width: 2000, hourWidth: 0, foldedWidth: 10, foldedDayWidth: 10 },
    isOpen: (_, { hour }) => hour >= 8 && hour < 18,
  });
  const resource = (no: number) => ({ no: `R${no}`, name: `R${no}`, note: '', working: [], has: new Set<number>() });
  return {
    axis,
    view: { zone: ZONE, mode: 'day' },
    rows: rows.map((bars, no) => layRow(resource(no), bars, { axis, stack: true, shows: () => true })),
  };
}

/** The cells that repeated steps lead to, as times, or as the numbers of bars. */
function walk(grid: Grid, from: Cell, direction: 1 | -1, times: number): string[] {
  const seen: string[] = [];
  for (let cell = from, i = 0; i < times; i++) {
    cell = stepTime(grid, cell, direction);
    seen.push(cell.id === undefined ? textOf(cell.at) : `#${cell.id}`);
  }
  return seen;
}

describe('steps of the cell cursor', () => {
  test('a bar is one cell, and the time after it follows', () => {
    const grid = gridOf([aBar(1, '01T09:00', '01T11:00'), aBar(2, '01T11:00', '01T12:00')]);
    const from = { row: 0, at: at('01T08:40'), id: undefined };
    expect(walk(grid, from, 1, 5)).toEqual(['01T08:45', '#1', '#2', '01T12:00', '01T12:15']);
    expect(walk(grid, { row: 0, at: at('01T12:05'), id: undefined }, -1, 4)).toEqual([
      '01T12:00',
      '#2',
      '#1',
      '01T08:45',
    ]);
  });

  test('bars that overlap come one after the other in both directions, and no bar comes twice', () => {
    const grid = gridOf([
      aBar(1, '01T09:00', '01T12:00'),
      aBar(2, '01T10:00', '01T11:00'),
      aBar(3, '01T10:00', '01T10:30'),
    ]);
    const start = { row: 0, at: at('01T08:45'), id: undefined };
    expect(walk(grid, start, 1, 4)).toEqual(['#1', '#2', '#3', '01T12:00']);
    expect(walk(grid, { row: 0, at: at('01T12:00'), id: undefined }, -1, 4)).toEqual(['#3', '#2', '#1', '01T08:45']);
  });

  test('a folded night is skipped, and the edges of the board hold', () => {
    const grid = gridOf([]);
    expect(walk(grid, { row: 0, at: at('01T17:45'), id: undefined }, 1, 2)).toEqual(['02T08:00', '02T08:15']);
    expect(walk(grid, { row: 0, at: at('02T08:00'), id: undefined }, -1, 1)).toEqual(['01T17:45']);
    expect(walk(grid, { row: 0, at: at('02T17:45'), id: undefined }, 1, 1)).toEqual(['02T17:45']);
    expect(walk(grid, { row: 0, at: at('01T08:00'), id: undefined }, -1, 1)).toEqual(['01T08:00']);
    expect(textOf(rowEnd(grid, { row: 0, at: at('01T09:00'), id: undefined }, 1).at)).toBe('02T17:45');
    expect(textOf(rowEnd(grid, { row: 0, at: at('01T09:00'), id: undefined }, -1).at)).toBe('01T08:00');
  });

  test('rows keep the time, and stop at the first and last', () => {
    const grid = gridOf([], [aBar(5, '01T09:00', '01T10:00')], []);
    const cell = { row: 0, at: at('01T09:30'), id: undefined };
    expect(stepRow(grid, cell, 1)).toEqual({ row: 1, at: cell.at, id: 5 });
    expect(stepRow(grid, cell, 10)).toEqual({ row: 2, at: cell.at, id: undefined });
    expect(stepRow(grid, cell, -1)).toEqual(cell);
  });

  test('jumps go from bar to bar, and busy time of hidden appointments is an empty cell', () => {
    const grid = gridOf(
      [
        aBar(1, '01T09:00', '01T10:00'),
        aBar(-1, '01T11:00', '01T12:00', { isBusy: true }),
        aBar(2, '01T14:00', '01T15:00'),
      ],
      [],
      [aBar(3, '01T08:00', '01T09:00'), aBar(4, '01T13:00', '01T14:00')],
    );
    const first = firstCell(grid, 0)!;
    expect(first.id).toBe(1);
    const second = jumpTime(grid, first, 1);
    expect(second.id).toBe(2);
    expect(jumpTime(grid, second, 1)).toEqual(second);
    expect(jumpTime(grid, second, -1).id).toBe(1);
    expect(jumpRow(grid, second, 1)).toMatchObject({ row: 2, id: 4 });
    expect(stepRow(grid, { row: 1, at: at('01T11:30'), id: undefined }, -1).id).toBeUndefined();
  });

  test('in the month view a cell is a day, from the first working hour on', () => {
    const grid = gridOf([]);
    const working = [{ start: at('02T09:00'), end: at('02T12:00') }];
    const rows = grid.rows.map((row) => ({ ...row, resource: { ...row.resource, working } }));
    const month: Grid = { ...grid, rows, view: { zone: ZONE, mode: 'month' } };
    expect(walk(month, { row: 0, at: at('01T10:00'), id: undefined }, 1, 2)).toEqual(['02T09:00', '02T09:00']);
    expect(textOf(cellStart(month, 0, at('02T17:30')))).toBe('02T09:00');
    expect(textOf(cellStart(grid, 0, at('02T17:29')))).toBe('02T17:15');
  });

  test('without a bar the cursor begins at the present time, or with the first open hour', () => {
    const grid = gridOf([], []);
    expect(textOf(firstCell(grid, at('01T10:20'))!.at)).toBe('01T10:15');
    expect(textOf(firstCell(grid, at('01T03:00'))!.at)).toBe('01T08:00');
    expect(firstCell(gridOf(), 0)).toBeUndefined();
  });
});
