import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AbsentDays,
  absentInterval,
  middleOfDay,
  shareHalfDay,
  workingDaysOf,
} from '../../../src/domain/time/absent-time.ts';
import { resolveCalendar, type StoredCalendar } from '../../../src/domain/time/calendar.ts';
import { dateOfDay, dayOfDate } from '../../../src/domain/time/day.ts';
import { clip, type Interval, subtract, totalLength } from '../../../src/domain/time/interval.ts';
import { workingTime } from '../../../src/domain/time/working-time.ts';
import { dateOfInstant, dayOfZone, formatInstant } from '../../../src/domain/time/zone.ts';
import { runs } from '../../support/random-cases.ts';
import { aMoment, calendarsAround } from './oracle.ts';

const ALWAYS: Interval = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
const MINUTE = 60_000;

const rosterOf =
  (zone: string, stored: ReadonlyMap<string, StoredCalendar>) =>
  (window: Interval): Interval[] =>
    workingTime({ zone, assigned: [], fallback: resolveCalendar('A', stored), inService: ALWAYS }, window);
const hours = (...businessHours: { start: string; end: string }[]) => {
  const calendar = { code: 'A', parentCode: null, businessHours, weekend: [], holidays: null, overrides: null };
  return new Map([['A', calendar]]);
};
const days = (startDate: string, endDate: string, startPart = 0, endPart = 0): AbsentDays => ({
  startDate,
  endDate,
  startPart,
  endPart,
});

describe('the middle of a day', () => {
  const middle = (zone: string, date: string, ...said: { start: string; end: string }[]): string =>
    formatInstant(zone, middleOfDay(zone, date, rosterOf(zone, hours(...said))));

  test('comes after one half of the working time, before a break', () => {
    const lunch = [
      { start: '08:00', end: '12:00' },
      { start: '13:00', end: '17:00' },
    ];
    expect(middle('Europe/Brussels', '2026-06-01', ...lunch)).toBe('2026-06-01T12:00:00+02:00');
    expect(middle('Europe/Brussels', '2026-06-01', { start: '14:00', end: '22:00' })).toBe('2026-06-01T18:00:00+02:00');
    expect(middle('Europe/Brussels', '2026-06-01')).toBe('2026-06-01T12:00:00+02:00');
  });

  test('halves the time that passes where clocks change: 23 and 25 hours', () => {
    const always = { start: '00:00', end: '24:00' };
    expect(middle('Europe/Brussels', '2026-03-29', always)).toBe('2026-03-29T12:30:00+02:00');
    expect(middle('Europe/Brussels', '2026-10-25', always)).toBe('2026-10-25T11:30:00+01:00');
  });
});

describe('an absence', () => {
  const aCase = aMoment.chain(({ zone, at }) =>
    fc.record({
      zone: fc.constant(zone),
      first: fc.constant(dayOfDate(dateOfInstant(zone, at))),
      length: fc.integer({ min: 0, max: 4 }),
      startPart: fc.constantFrom(0, 1),
      endPart: fc.constantFrom(0, 1),
      stored: calendarsAround(at),
    }),
  );

  test('takes whole days and halves of days from the working time, and nothing else, in any zone', () => {
    fc.assert(
      fc.property(aCase, ({ zone, first, length, startPart, endPart, stored }) => {
        if (length === 0 && startPart === 1 && endPart === 1) return;
        const rostered = rosterOf(zone, new Map(stored.map((each) => [each.code, each])));
        const own = days(dateOfDay(first), dateOfDay(first + length), startPart, endPart);
        const around = {
          start: dayOfZone(zone, dateOfDay(first - 1)).start,
          end: dayOfZone(zone, dateOfDay(first + length + 1)).end,
        };
        const left = subtract(rostered(around), [absentInterval(zone, own, rostered)]);
        for (let day = first - 1; day <= first + length + 1; day++) {
          const window = dayOfZone(zone, dateOfDay(day));
          const whole = totalLength(clip(rostered(around), window));
          const rest = totalLength(clip(left, window));
          const isHalf = (day === first && startPart === 1) || (day === first + length && endPart === 1);
          const isAway = day >= first && day <= first + length;
          if (!isAway) expect(rest).toBe(whole);
          else if (isHalf) expect(Math.abs(rest - whole / 2)).toBeLessThanOrEqual(MINUTE);
          else expect(rest).toBe(0);
        }
      }),
      { numRuns: runs(150, 3000) },
    );
  });

  test('of a morning and one of the afternoon are the whole day, without sharing a moment', () => {
    fc.assert(
      fc.property(aCase, ({ zone, first, stored }) => {
        const rostered = rosterOf(zone, new Map(stored.map((each) => [each.code, each])));
        const date = dateOfDay(first);
        const morning = absentInterval(zone, days(date, date, 0, 1), rostered);
        const afternoon = absentInterval(zone, days(date, date, 1, 0), rostered);
        expect(morning.end).toBe(afternoon.start);
        expect({ start: morning.start, end: afternoon.end }).toEqual(dayOfZone(zone, date));
      }),
      { numRuns: runs(100, 2000) },
    );
  });

  test('counts working days with halves, and only those of the year asked for', () => {
    const week = { ...hours({ start: '08:00', end: '17:00' }).get('A'), weekend: [6, 7] } as StoredCalendar;
    const rostered = rosterOf('Europe/Brussels', new Map([['A', week]]));
    const year = { first: '2026-01-01', last: '2026-12-31' };
    const count = (own: AbsentDays, within = year) => workingDaysOf('Europe/Brussels', own, rostered, within);
    expect(count(days('2026-06-01', '2026-06-14'))).toBe(10);
    expect(count(days('2026-06-01', '2026-06-05', 1, 1))).toBe(4);
    expect(count(days('2026-06-06', '2026-06-07'))).toBe(0);
    expect(count(days('2026-12-28', '2027-01-08'))).toBe(4);
    expect(count(days('2026-12-28', '2027-01-08'), { first: '2027-01-01', last: '2027-12-31' })).toBe(6);
    expect(count(days('2025-12-01', '2025-12-31'))).toBe(0);
  });

  test('shares a half day with another one only where both have it', () => {
    const morning = days('2026-06-03', '2026-06-03', 0, 1);
    const afternoon = days('2026-06-03', '2026-06-03', 1, 0);
    expect(shareHalfDay(morning, afternoon)).toBe(false);
    expect(shareHalfDay(morning, days('2026-06-01', '2026-06-03', 0, 1))).toBe(true);
    expect(shareHalfDay(afternoon, days('2026-06-03', '2026-06-09', 1))).toBe(true);
    expect(shareHalfDay(days('2026-06-01', '2026-06-02'), morning)).toBe(false);
  });
});
