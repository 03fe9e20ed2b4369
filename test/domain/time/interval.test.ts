import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clip,
  contains,
  type Interval,
  intersect,
  subtract,
  totalLength,
  union,
} from '../../../src/domain/time/interval.ts';

const SIZE = 40;
const anInterval = fc
  .tuple(fc.integer({ min: 0, max: SIZE }), fc.integer({ min: -2, max: 12 }))
  .map(([start, length]): Interval => ({ start, end: Math.min(SIZE, start + length) }));
const anything = fc.array(anInterval, { maxLength: 12 });
const aList = anything.map(union);

/** One truth value per point: too slow for time, and obviously right. */
const points = (list: readonly Interval[]): boolean[] =>
  Array.from({ length: SIZE }, (_, at) => list.some(({ start, end }) => start <= at && at < end));
const isProper = (list: readonly Interval[]): boolean =>
  list.every(({ start, end }, i) => start < end && (i === 0 || list[i - 1]!.end < start));

describe('lists of intervals agree with sets of points', () => {
  test('a union covers what any of its intervals covers, sorted, without touching neighbours', () => {
    fc.assert(
      fc.property(anything, (list) => {
        expect(points(union(list))).toEqual(points(list));
        expect(isProper(union(list))).toBe(true);
      }),
    );
  });

  test('an intersection is what both cover', () => {
    fc.assert(
      fc.property(aList, aList, (a, b) => {
        expect(points(intersect(a, b))).toEqual(points(a).map((at, i) => at && points(b)[i]));
        expect(isProper(intersect(a, b))).toBe(true);
      }),
    );
  });

  test('a difference is what the first covers and the second does not', () => {
    fc.assert(
      fc.property(aList, aList, (a, b) => {
        expect(points(subtract(a, b))).toEqual(points(a).map((at, i) => at && !points(b)[i]));
        expect(isProper(subtract(a, b))).toBe(true);
      }),
    );
  });

  test('length and membership count points, and a clipped list has none outside the window', () => {
    fc.assert(
      fc.property(aList, anInterval, (list, window) => {
        expect(totalLength(list)).toBe(points(list).filter(Boolean).length);
        expect(Array.from({ length: SIZE }, (_, at) => contains(list, at))).toEqual(points(list));
        expect(points(clip(list, window))).toEqual(points(list).map((at, i) => at && points([window])[i]));
      }),
    );
  });
});
