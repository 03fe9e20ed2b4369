import { describe, expect, test } from 'vitest';
import { dependencyLines } from '../../../src/features/board/board-dependencies.ts';
import { HandleDrag, handlesOf } from '../../../web/src/board/container-handles.ts';
import { dependencyPaths, isBroken, pathBetween } from '../../../web/src/board/dependency-lines.ts';
import type { Placement } from '../../../web/src/board/layout.ts';
import type { Bar } from '../../../web/src/board/types.ts';

const placed = (id: number, x: number, width: number, container?: string): Placement => ({
  bar: { id, start: x, end: x + width, containers: container ? [container] : [] } as unknown as Bar,
  x,
  width,
  lane: 0,
});

describe('handles of containers', () => {
  test('span the bars of a container in a row', () => {
    const row = [placed(1, 10, 20, 'A'), placed(2, 40, 10), placed(3, 60, 30, 'B'), placed(4, 80, 20, 'A')];
    expect(handlesOf(row)).toEqual([
      { container: 'A', x: 10, width: 90, bar: 1 },
      { container: 'B', x: 60, width: 30, bar: 3 },
    ]);
  });

  test('a move of bars without a handle stays what it is', () => {
    const drag = new HandleDrag({ bars: () => [], select: () => {} });
    const move = { type: 'move', moves: [{ id: 1, start: 5, end: 6, from: 'A', to: 'A' }] } as const;
    expect(drag.commandOf(move, () => placed(1, 2, 1).bar)).toBe(move);
  });
});

describe('lines of dependencies', () => {
  const box = (left: number, middle: number) => ({ left, right: left + 20, middle });

  test('leave and reach the end that the type names', () => {
    const starts = [0, 1, 2, 3].map((type) => /^M(\S+)/.exec(pathBetween(box(0, 5), box(100, 50), type))?.[1]);
    expect(starts).toEqual(['20.0', '0.0', '20.0', '0.0']);
    const ends = [0, 1, 2, 3].map((type) => /H([\d.]+)m/.exec(pathBetween(box(0, 5), box(100, 50), type))?.[1]);
    expect(ends).toEqual(['100.0', '100.0', '120.0', '120.0']);
  });

  test('are broken when the successor does not wait', () => {
    const [one, other] = [
      { start: 0, end: 10 },
      { start: 5, end: 15 },
    ];
    expect([0, 1, 2, 3].map((type) => isBroken(one, other, { type, lagInSeconds: 0, maxLagInSeconds: null }))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([0, 1, 2, 3].map((type) => isBroken(other, one, { type, lagInSeconds: 0, maxLagInSeconds: null }))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(isBroken(one, other, { type: 0, lagInSeconds: -1, maxLagInSeconds: null })).toBe(false);
    expect(isBroken(one, other, { type: 1, lagInSeconds: 0, maxLagInSeconds: 0 })).toBe(true);
    expect(isBroken(one, other, { type: 1, lagInSeconds: 0, maxLagInSeconds: 1 })).toBe(false);
  });

  test('are drawn for all, or for selected bars, where an end is visible', () => {
    const boxOf = (id: number) => {
      const placement = placed(id, id * 100, 20);
      return id > 3 ? undefined : { ...box(id * 100, id), placement, isVisible: id === 1 };
    };
    const dependencies = [
      { from: 1, to: 2, type: 0, lagInSeconds: 0, maxLagInSeconds: null },
      { from: 2, to: 3, type: 0, lagInSeconds: 0, maxLagInSeconds: null },
      { from: 1, to: 4, type: 0, lagInSeconds: 0, maxLagInSeconds: null },
    ];
    const draw = (all: boolean, ...ids: number[]) =>
      dependencyPaths({ dependencies, all, selected: new Set(ids), boxOf });
    expect(draw(false)).toEqual({ plain: '', strong: '', broken: '' });
    expect(draw(true).plain.match(/M/g)).toHaveLength(1);
    expect(draw(false, 2).strong.match(/M/g)).toHaveLength(1);
  });

  test('of tasks go from the last appointment of the predecessor to the first of the successor', () => {
    const on = (id: number, start: number, taskId: number) => ({ id, start, end: start + 1, taskId });
    const plan = [on(1, 1, 10), on(2, 5, 10), on(3, 8, 20), on(4, 9, 20)];
    const task = {
      of: 'task',
      predecessor: 10,
      successor: 20,
      type: 0,
      lagInSeconds: 0,
      maxLagInSeconds: null,
    } as const;
    const own = {
      of: 'appointment',
      predecessor: 1,
      successor: 4,
      type: 1,
      lagInSeconds: 0,
      maxLagInSeconds: null,
    } as const;
    expect(dependencyLines([own, task, { ...task, successor: 30 }], plan)).toEqual([
      { from: 1, to: 4, type: 1, lagInSeconds: 0, maxLagInSeconds: null },
      { from: 2, to: 3, type: 0, lagInSeconds: 0, maxLagInSeconds: null },
    ]);
  });
});
