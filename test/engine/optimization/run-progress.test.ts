import { expect, test } from 'vitest';
import { ProgressLog } from '../../../src/engine/optimization/run-progress.ts';
import type { Figures } from '../../../src/engine/routing/check/figures.ts';

const found = (cost: number, iterations: number) => ({
  cost,
  iterations,
  figures: { served: 1, km: 1.23456 } as Figures,
});

test('the progress of a run is the best plan of all threads, and the rounds of all of them', () => {
  let now = 1000;
  const log = new ProgressLog(2, () => now);
  expect(log.progress).toBeUndefined();
  log.note(0, found(10, 100));
  now = 2250;
  log.note(1, found(12, 50));
  log.note(1, found(8.004, 70));
  expect(log.progress).toEqual({
    seconds: 1.3,
    iterations: 170,
    objective: 8,
    best: { served: 1, km: 1.23 },
    threads: 2,
  });
  expect(log.history).toEqual([
    { seconds: 0, objective: 10 },
    { seconds: 1.3, objective: 8 },
  ]);
});

test('the history of a long run has a few hundred points, with the newest', () => {
  const log = new ProgressLog(1, () => 0);
  for (let cost = 5000; cost > 0; cost--) log.note(0, found(cost, 1));
  expect(log.history.length).toBeLessThanOrEqual(300);
  expect(log.history.at(-1)?.objective).toBe(1);
});
