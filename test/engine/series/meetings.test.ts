import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meetings } from '../../../src/engine/series/meetings.ts';

test('occurrences meet what they share time with, and not what ends where they start or starts where they end', () => {
  const taken = [
    { start: 0, end: 10 },
    { start: 15, end: 16 },
    { start: 20, end: 30 },
    { start: 5, end: 100 },
  ];
  expect(meetings([10, 40], 10, taken)).toEqual(
    new Map([
      [10, [taken[1], taken[3]]],
      [40, [taken[3]]],
    ]),
  );
});

test('as many are found as by looking at every pair', () => {
  const times = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 30 });
  const taken = fc.array(
    fc.record({ start: fc.integer({ min: -20, max: 220 }), length: fc.integer({ min: 1, max: 60 }) }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 40 }), taken, (unsorted, length, others) => {
      const starts = unsorted.sort((a, b) => a - b);
      const intervals = others.map((each) => ({ start: each.start, end: each.start + each.length }));
      const byPairs = starts.flatMap((start) => {
        const met = intervals.filter((each) => each.start < start + length && each.end > start);
        return met.length === 0 ? [] : [[start, met] as const];
      });
      expect(meetings(starts, length, intervals)).toEqual(new Map(byPairs));
    }),
  );
});
