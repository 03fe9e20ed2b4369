import { expect, test } from 'vitest';
import { inARow } from '../../../web/src/board/task-chain.ts';

const HOUR = 3_600_000;
/** Hours since midnight of the first day. */
const hours = (...pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([start, end]) => ({ start: start * HOUR, end: end * HOUR }));
const chained = (durations: readonly number[], working: ReturnType<typeof hours>, at: number) =>
  inARow(
    durations.map((duration) => ({ durationMs: duration * HOUR })),
    working,
    at * HOUR,
  ).map(({ start, end }) => [start / HOUR, end / HOUR]);

const twoDays = hours([8, 12], [13, 17], [32, 36], [37, 41]);

test('tasks follow each other without a gap', () => {
  expect(chained([1, 2], twoDays, 9)).toEqual([
    [9, 10],
    [10, 12],
  ]);
});

test('work goes on after a break, and a task after the end of the day begins the next morning', () => {
  expect(chained([4, 3, 1], twoDays, 10)).toEqual([
    [10, 15],
    [15, 33],
    [33, 34],
  ]);
  expect(chained([4, 1], twoDays, 13)).toEqual([
    [13, 17],
    [32, 33],
  ]);
});

test('outside working time tasks take time of the clock', () => {
  expect(chained([1, 1], twoDays, 20)).toEqual([
    [20, 21],
    [21, 22],
  ]);
  expect(chained([2], [], 3)).toEqual([[3, 5]]);
});
