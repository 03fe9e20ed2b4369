import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextPosition } from '../../src/domain/next-position.ts';

const page = (...numbers: number[]) => numbers.map((no) => ({ no }));

describe('the next position of a reader', () => {
  test('is the last change of a full page', () => {
    expect(nextPosition(page(4, 6), { after: 3, limit: 2, last: 9 })).toBe(6);
  });

  test('is the newest change after a page that is not full, also if that was made meanwhile', () => {
    expect(nextPosition(page(4), { after: 3, limit: 2, last: 9 })).toBe(9);
    expect(nextPosition(page(10), { after: 3, limit: 2, last: 9 })).toBe(10);
    expect(nextPosition([], { after: 3, limit: 2, last: 9 })).toBe(9);
  });

  test('never moves back, and passes over no change of the filter', () => {
    const log = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 30 });
    fc.assert(
      fc.property(log, fc.nat(50), fc.integer({ min: 1, max: 5 }), (numbers, after, limit) => {
        const wanted = numbers.toSorted((a, b) => a - b).filter((no) => no > after);
        const next = nextPosition(page(...wanted.slice(0, limit)), { after, limit, last: 50 });
        expect(next).toBeGreaterThanOrEqual(after);
        expect(wanted.slice(limit).every((no) => no > next)).toBe(true);
      }),
    );
  });
});
