import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { enoughRounds, usedOf } from '../../../src/features/optimization/search-limits.ts';

const limits = { maxSeconds: 20, iterations: null, tasks: 50 };

describe('what a search is given', () => {
  test('is its time, or the rounds that are enough, whichever is over first', () => {
    expect(usedOf(limits, 5, 0)).toEqual({ share: 0.25 });
    expect(usedOf(limits, 5, enoughRounds(50) / 2)).toEqual({ share: 0.5 });
    expect(usedOf(limits, 20, 1000)).toEqual({ share: 1, stoppedBy: 'seconds' });
    expect(usedOf(limits, 5, enoughRounds(50))).toEqual({ share: 1, stoppedBy: 'patience' });
  });

  test('is so many rounds alone where somebody asks for them, as long as there is time', () => {
    const rounds = { ...limits, iterations: 1000 };
    expect(usedOf(rounds, 15, 250)).toEqual({ share: 0.25 });
    expect(usedOf(rounds, 20, 250)).toEqual({ share: 0.25, stoppedBy: 'seconds' });
    expect(usedOf(rounds, 0, 1000)).toEqual({ share: 1, stoppedBy: 'iterations' });
    expect(usedOf({ ...limits, iterations: 10_000_000 }, 5, 9_000_000)).toEqual({ share: 0.9 });
    expect(usedOf({ ...limits, iterations: 0 }, 0, 0)).toEqual({ share: 1, stoppedBy: 'iterations' });
  });

  test('never gives anything back, and has gone exactly when the search ends', () => {
    const bounds = fc.record({
      maxSeconds: fc.integer({ min: 1, max: 600 }),
      iterations: fc.constant(null),
      tasks: fc.integer({ min: 0, max: 5000 }),
    });
    const amount = fc.double({ min: 0, max: 2, noNaN: true });
    fc.assert(
      fc.property(bounds, amount, amount, amount, (given, time, rounds, more) => {
        const at = (factor: number) =>
          usedOf(given, time * factor * given.maxSeconds, rounds * factor * enoughRounds(given.tasks));
        const [before, after] = [at(1), at(1 + more)];
        expect(after.share).toBeGreaterThanOrEqual(before.share);
        expect(before.stoppedBy !== undefined).toBe(before.share === 1);
      }),
    );
  });

  test('of rounds is more for each task of a large plan, and no limit to the longest run of 1,000 tasks', () => {
    for (const [tasks, more] of [
      [0, 30],
      [30, 100],
      [100, 250],
      [250, 500],
      [500, 1000],
    ] as const)
      expect(enoughRounds(more)).toBeGreaterThan(enoughRounds(tasks));
    expect(enoughRounds(1000) / 1000).toBeGreaterThan(3 * (enoughRounds(250) / 250));
    // 25,000 rounds a second for ten minutes.
    expect(enoughRounds(1000)).toBeGreaterThan(600 * 25_000);
  });
});
