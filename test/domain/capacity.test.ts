import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addPerDay, beginningsOfDays, bucketsOf, capacityOfDay } from '../../src/domain/capacity.ts';
import { dateOfDay, dayOfDate } from '../../src/domain/time/day.ts';
import { dateOfInstant } from '../../src/domain/time/zone.ts';
import { aMoment, MINUTE } from './time/oracle.ts';

const HOUR = 3_600_000;
const set = (capacityInSeconds: number | null, quantity: number | null, unitOfMeasureConversion: number | null) => ({
  capacityInSeconds,
  quantity,
  unitOfMeasureConversion,
});

describe('capacity of a day', () => {
  test('is what was set in seconds, else as a quantity, else the working time', () => {
    expect(capacityOfDay(set(3600, 2, 8), 5 * HOUR)).toBe(HOUR);
    expect(capacityOfDay(set(0, 2, 8), 5 * HOUR)).toBe(0);
    expect(capacityOfDay(set(null, 0.5, 8), 5 * HOUR)).toBe(4 * HOUR);
    expect(capacityOfDay(set(null, null, 8), 5 * HOUR)).toBe(5 * HOUR);
    expect(capacityOfDay(undefined, 5 * HOUR)).toBe(5 * HOUR);
  });

  test('a quantity in a unit of unknown length says nothing, unless it is none', () => {
    expect([capacityOfDay(set(null, 3, null), HOUR), capacityOfDay(set(null, 3, 0), HOUR)]).toEqual([HOUR, HOUR]);
    expect(capacityOfDay(set(null, 0, null), HOUR)).toBe(0);
  });

  test('is never negative', () => {
    expect([capacityOfDay(set(-5, null, null), HOUR), capacityOfDay(set(null, -1, 8), HOUR)]).toEqual([0, 0]);
  });
});

describe('buckets', () => {
  const shown = (start: string, end: string, size: 'day' | 'week') =>
    bucketsOf({ from: dayOfDate(start), end: dayOfDate(end) }, size).map(
      (each) => `${dateOfDay(each.from)} ${dateOfDay(each.end)}`,
    );

  test('weeks begin on Monday and end with the window', () => {
    expect(shown('2026-12-30', '2027-01-13', 'week')).toEqual([
      '2026-12-30 2027-01-04',
      '2027-01-04 2027-01-11',
      '2027-01-11 2027-01-13',
    ]);
    expect(shown('2026-02-28', '2026-03-02', 'day')).toEqual(['2026-02-28 2026-03-01', '2026-03-01 2026-03-02']);
  });

  test('a day begins with the first instant of its date, in zones where days are strange', () => {
    fc.assert(
      fc.property(aMoment, ({ zone, at }) => {
        const from = Math.floor(at / 86_400_000);
        for (const [i, begins] of beginningsOfDays(zone, { from, end: from + 2 }).entries()) {
          // A date that the zone skipped begins, and ends, with the next.
          expect(dateOfInstant(zone, begins) >= dateOfDay(from + i)).toBe(true);
          expect(dateOfInstant(zone, begins - 1) < dateOfDay(from + i)).toBe(true);
        }
      }),
    );
  });

  test('time spread over days is neither lost nor counted twice', () => {
    const aCase = fc.record({
      place: aMoment,
      from: fc.integer({ min: -4000, max: 4000 }),
      length: fc.integer({ min: 1, max: 9000 }),
    });
    fc.assert(
      fc.property(aCase, ({ place: { zone, at }, from, length }) => {
        const first = Math.floor(at / 86_400_000) - 1;
        const beginnings = beginningsOfDays(zone, { from: first, end: first + 3 });
        const part = { start: at + from * MINUTE, end: at + (from + length) * MINUTE };
        const perDay = [0, 0, 0];
        addPerDay(perDay, beginnings, [part]);
        expect(perDay).toEqual(
          perDay.map((_, i) =>
            Math.max(0, Math.min(part.end, beginnings[i + 1]!) - Math.max(part.start, beginnings[i]!)),
          ),
        );
      }),
    );
  });
});
