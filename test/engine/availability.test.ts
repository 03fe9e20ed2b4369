import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LimitedDay, startsWithin } from '../../src/engine/availability/day-limits.ts';
import { gapsBetween, type Stop } from '../../src/engine/availability/gaps.ts';
import { MINUTE_MS, Stretches } from '../../src/engine/availability/stretches.ts';
import type { Place } from '../../src/engine/travel/estimate.ts';

/** Stretches in order that do not touch, of any lengths and distances: nothing like a working week. */
const stretches = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 600 })), { maxLength: 40 })
  .map((parts) => {
    let at = 29_000_000;
    return parts.map(([pause, length]) => {
      const from = at + pause;
      at = from + length;
      return { from, till: at };
    });
  });
const minute = fc.integer({ min: 28_999_000, max: 29_150_000 });
const inMs = (parts: readonly { from: number; till: number }[]) =>
  parts.map(({ from, till }) => ({ start: from * MINUTE_MS, end: till * MINUTE_MS }));
const home = { lat: 50.85, lon: 4.35 };
const utc = () => 0;
const placeOf = ({ lat, lon }: Place): Place => ({ lat, lon });
const CENTURY = 100 * 365 * 1440;

describe('stretches of time', () => {
  test('have the minutes between two moments that adding them up gives, however irregular they are', () => {
    fc.assert(
      fc.property(stretches, minute, minute, (parts, a, b) => {
        const [from, till] = [Math.min(a, b), Math.max(a, b)];
        const expected = parts.reduce(
          (sum, each) => sum + Math.max(0, Math.min(each.till, till) - Math.max(each.from, from)),
          0,
        );
        const packed = new Stretches(inMs(parts));
        expect(packed.minutesBetween(from, till)).toBe(expected);
        // Asked again, by somebody who shares them.
        expect(packed.minutesBetween(from, till)).toBe(expected);
      }),
    );
  });

  test('are in whole minutes: a begun minute at either end is not working time', () => {
    const packed = new Stretches([{ start: 30_000, end: 5 * MINUTE_MS + 59_999 }]);
    expect([packed.from(0), packed.till(0), packed.minutes]).toEqual([1, 5, 4]);
  });

  test('are equal when all of them are', () => {
    fc.assert(
      fc.property(stretches, stretches, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(new Stretches(inMs(one)).equals(new Stretches(inMs(other)))).toBe(isSame);
        expect(new Stretches(inMs(one)).equals(new Stretches(inMs(one)))).toBe(true);
      }),
    );
  });
});

describe('gaps', () => {
  const stop = fc
    .record({ from: minute, long: fc.integer({ min: 1, max: 900 }), isPlaced: fc.boolean() })
    .map(({ from, long, isPlaced }): Stop => {
      const lat = isPlaced ? 50 + (from % 100) / 100 : Number.NaN;
      return { from, till: from + long, lat, lon: isPlaced ? 4 + (long % 100) / 100 : Number.NaN };
    });
  const plans = fc.tuple(stretches, fc.array(stop, { maxLength: 20 })).map(([parts, stops]) => {
    const sorted = [...stops].sort((a, b) => a.from - b.from);
    return { parts, stops: sorted, gaps: gapsBetween(new Stretches(inMs(parts)), sorted, home, utc) };
  });

  test('are the working minutes in which nothing is done, each of them once', () => {
    fc.assert(
      fc.property(plans, ({ parts, stops, gaps }) => {
        const free: number[] = [];
        for (const { from, till } of parts)
          for (let at = from; at < till; at++)
            if (!stops.some((each) => each.from <= at && at < each.till)) free.push(at);
        const found: number[] = [];
        for (let gap = 0; gap < gaps.count; gap++)
          for (let at = gaps.from(gap); at < gaps.till(gap); at++) found.push(at);
        expect(found).toEqual(free);
      }),
      { numRuns: 50 },
    );
  });

  test('after a minute begin with the first that ends later, however irregular they are', () => {
    fc.assert(
      fc.property(plans, minute, ({ gaps }, at) => {
        let expected = 0;
        while (expected < gaps.count && gaps.till(expected) <= at) expected++;
        expect(gaps.firstAfter(at)).toBe(expected);
      }),
    );
  });

  test('know the stops beside them on their day, when their place is known', () => {
    fc.assert(
      fc.property(plans, ({ stops, gaps }) => {
        const dayOf = (at: number): number => Math.floor(at / 1440);
        for (let gap = 0; gap < gaps.count; gap++) {
          const [from, till] = [gaps.from(gap), gaps.till(gap)];
          const after = stops.find((each) => each.from >= till);
          const isComing = after && !Number.isNaN(after.lat) && dayOf(after.from) === dayOf(from);
          expect(gaps.hasStopAfter(gap)).toBe(isComing === true);
          expect(gaps.places.at(gaps.after(gap))).toEqual(placeOf(isComing ? after : home));
          if (isComing) expect(gaps.due(gap)).toBe(after.from);
          else expect(gaps.due(gap)).toBeGreaterThan(till + CENTURY);
          const latest = Math.max(...stops.filter((each) => each.from < from).map((each) => each.till));
          const before = stops.find((each) => each.from < from && each.till === latest);
          const isLeaving = before && !Number.isNaN(before.lat) && dayOf(before.till - 1) === dayOf(from);
          expect(gaps.hasStopBefore(gap)).toBe(isLeaving === true);
          expect(gaps.places.at(gaps.before(gap))).toEqual(placeOf(isLeaving ? before : home));
          if (isLeaving) expect(gaps.leaves(gap)).toBe(before.till);
          else expect(gaps.leaves(gap)).toBeLessThan(from - CENTURY);
        }
      }),
      { numRuns: 50 },
    );
  });
});

test('starts within the limits of days are those with which no day gets more than it has left', () => {
  const limited = fc.array(fc.option(fc.integer({ min: -50, max: 1500 })), { minLength: 1, maxLength: 5 });
  const length = fc.integer({ min: 1, max: 2000 });
  fc.assert(
    fc.property(limited, fc.integer({ min: -500, max: 3000 }), length, length, (left, first, span, minutes) => {
      const days = left.flatMap((each, day): LimitedDay[] =>
        each === null ? [] : [{ from: day * 1440, till: (day + 1) * 1440, left: each }],
      );
      const found: number[] = [];
      startsWithin(days, first, first + span, minutes, (begin, end) => {
        for (let start = begin; start <= end; start++) found.push(start);
      });
      const expected: number[] = [];
      for (let start = first; start <= first + span; start++) {
        const isFit = days.every(
          ({ from, till, left: most }) => Math.min(start + minutes, till) - Math.max(start, from) <= Math.max(0, most),
        );
        if (isFit) expected.push(start);
      }
      expect(found).toEqual(expected);
    }),
  );
});
