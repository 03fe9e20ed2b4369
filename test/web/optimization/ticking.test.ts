import { expect, test } from 'vitest';
import { settingsOf } from '../../../web/src/proposal/run-again.tsx';
import { savedBy, withDependents, withNeeded } from '../../../web/src/proposal/ticking.ts';

const moves = [
  { no: 1, needs: [2] },
  { no: 2, needs: [3] },
  { no: 3, needs: [] },
  { no: 4, needs: [5] },
  { no: 5, needs: [4] },
];

test('a ticked move takes along what it needs, and an unticked one what needs it', () => {
  expect([...withNeeded(moves, [1])].sort()).toEqual([1, 2, 3]);
  expect([...withNeeded(moves, [3])]).toEqual([3]);
  expect([...withDependents(moves, [3])].sort()).toEqual([1, 2, 3]);
  expect([...withDependents(moves, [1])]).toEqual([1]);
  expect([...withNeeded(moves, [4])].sort()).toEqual([4, 5]);
});

test('some moves save what each of them saves, all of them what the figures say', () => {
  const some = [
    { savedKm: 1.5, savedMinutes: 3 },
    { savedKm: -0.5, savedMinutes: -1 },
  ];
  const figures = { before: { km: 90, travelHours: 2 }, after: { km: 20, travelHours: 0.5 } };
  expect(savedBy(some, { moves, ...figures } as never)).toEqual({ km: 1, minutes: 2 });
  expect(savedBy(some, { moves: some, ...figures } as never)).toEqual({ km: 70, minutes: 90 });
});

test('a new run gets the settings of the old one without those that were not set', () => {
  expect(settingsOf({ request: { start: 'a', freezeBefore: null, seed: 0 } as never })).toEqual({
    start: 'a',
    seed: 0,
  });
});
