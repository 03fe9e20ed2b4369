import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Calendar,
  hoursOfDay,
  resolveCalendar,
  type StoredCalendar,
  standardCalendar,
} from '../../../src/domain/time/calendar.ts';
import { dateOfDay, dayOfDate, isoWeekOf, weekdayOf } from '../../../src/domain/time/day.ts';
import { runs } from '../../support/random-cases.ts';
import { calendarsAround, clockText, DAY, slowHours } from './oracle.ts';

const nothing = { parentCode: null, businessHours: null, weekend: null, holidays: null, overrides: null };
type Said = Partial<StoredCalendar> & { code: string };
const resolve = (...said: Said[]): Calendar =>
  resolveCalendar(said[0]!.code, new Map(said.map((each) => [each.code, { ...nothing, ...each }])));
const on = (calendar: Calendar, date: string): string =>
  hoursOfDay(calendar, dayOfDate(date))
    .map(({ start, end }) => `${clockText(start)}-${clockText(end)}`)
    .join(' ') || 'closed';
const until = (end: string) => [{ start: '08:00', end }];

describe('hours of a day', () => {
  test('agree with the documents read plainly, for any calendars, their parents and circles of them', () => {
    const aCase = fc
      .integer({ min: Date.UTC(2019, 0, 1), max: Date.UTC(2031, 0, 1) })
      .chain((at) => calendarsAround(at).map((stored) => ({ at, stored })));
    fc.assert(
      fc.property(aCase, ({ at, stored }) => {
        const calendar = resolveCalendar('A', new Map(stored.map((each) => [each.code, each])));
        const days = Array.from({ length: 11 }, (_, i) => Math.floor(at / DAY) - 5 + i);
        const plain = (date: string): string =>
          slowHours('A', stored, date)
            .map(({ start, end }) => `${start}-${end}`)
            .join(' ') || 'closed';
        expect(days.map((day) => on(calendar, dateOfDay(day)))).toEqual(days.map((day) => plain(dateOfDay(day))));
      }),
      { numRuns: runs(500, 1500) },
    );
  }, 30_000);

  test('nothing said is Monday to Friday from 08:00 to 17:00', () => {
    expect(on(standardCalendar, '2026-01-16')).toBe('08:00-17:00');
    expect(on(standardCalendar, '2026-01-17')).toBe('closed');
    expect(on(resolve({ code: 'A', parentCode: 'unknown' }), '2026-01-16')).toBe('08:00-17:00');
  });

  test('what a calendar does not say is taken from its parent, and an empty list says none', () => {
    const parent = { code: 'P', businessHours: until('12:00'), weekend: [5], holidays: [{ date: '2026-01-14' }] };
    const child = resolve({ code: 'A', parentCode: 'P', weekend: [] }, parent);
    expect([on(child, '2026-01-14'), on(child, '2026-01-16')]).toEqual(['closed', '08:00-12:00']);
    expect(on(resolve({ code: 'A', parentCode: 'P', holidays: [] }, parent), '2026-01-14')).toBe('08:00-12:00');
  });

  test('the narrowest override wins: date, range, week and weekday, week, weekday', () => {
    const overrides = [
      { weekday: 3, hours: until('09:00') },
      { week: 3, hours: until('10:00') },
      { week: 3, weekday: 3, hours: until('11:00') },
      { from: '2026-01-01', till: '2026-01-31', hours: until('12:00') },
      { date: '2026-01-14', hours: until('13:00') },
    ];
    for (const [count, expected] of [9, 10, 11, 12, 13].entries())
      expect(on(resolve({ code: 'A', overrides: overrides.slice(0, count + 1) }), '2026-01-14')).toBe(
        `08:00-${clockText(expected * 60)}`,
      );
  });

  test('of two ranges the shorter wins, and a week by its number before odd and even', () => {
    const ranges = [
      { from: '2026-01-13', till: '2026-01-15', hours: until('09:00') },
      { from: '2026-01-01', hours: until('10:00') },
    ];
    expect(on(resolve({ code: 'A', overrides: ranges }), '2026-01-14')).toBe('08:00-09:00');
    const weeks = [
      { week: 3, hours: until('11:00') },
      { week: 'odd' as const, hours: until('12:00') },
    ];
    const calendar = resolve({ code: 'A', overrides: weeks });
    expect(['2026-01-14', '2026-01-21', '2026-01-28'].map((date) => on(calendar, date))).toEqual([
      '08:00-11:00',
      '08:00-17:00',
      '08:00-12:00',
    ]);
  });

  test("a calendar's own override stands before its parent's of the same narrowness, not before a narrower one", () => {
    const parent = {
      code: 'P',
      overrides: [
        { weekday: 3, hours: until('09:00') },
        { date: '2026-01-21', hours: [] },
      ],
    };
    const child = resolve({ code: 'A', parentCode: 'P', overrides: [{ weekday: 3, hours: until('10:00') }] }, parent);
    expect([on(child, '2026-01-14'), on(child, '2026-01-21')]).toEqual(['08:00-10:00', 'closed']);
  });

  test('of two overrides that speak of the same days, the last one said wins', () => {
    for (const same of [{ weekday: 3 }, { date: '2026-01-14' }, { from: '2026-01-12', till: '2026-01-16' }]) {
      const overrides = [
        { ...same, hours: until('09:00') },
        { ...same, hours: until('10:00') },
      ];
      expect(on(resolve({ code: 'A', overrides }), '2026-01-14')).toBe('08:00-10:00');
    }
  });

  test('a holiday closes a day that a range, a week or a weekday speaks of; an override of the date opens it', () => {
    const overrides = [
      { from: '2026-12-01', till: '2026-12-31', hours: until('12:00') },
      { weekday: 5, hours: until('13:00') },
    ];
    const holidays = [{ date: '2020-12-25', yearly: true }];
    expect(on(resolve({ code: 'A', overrides, holidays }), '2026-12-25')).toBe('closed');
    const open = [...overrides, { date: '2026-12-25', hours: until('10:00') }];
    expect(on(resolve({ code: 'A', overrides: open, holidays }), '2026-12-25')).toBe('08:00-10:00');
  });

  test('a range leaves the weekend closed, unless it names the day', () => {
    const december = { from: '2026-12-01', till: '2026-12-31', hours: until('12:00') };
    expect(on(resolve({ code: 'A', overrides: [december] }), '2026-12-05')).toBe('closed');
    expect(on(resolve({ code: 'A', overrides: [{ ...december, weekday: 6 }] }), '2026-12-05')).toBe('08:00-12:00');
  });

  test('a yearly holiday on 29 February is kept in leap years only', () => {
    const calendar = resolve({ code: 'A', weekend: [], holidays: [{ date: '2024-02-29', yearly: true }] });
    expect(['2028-02-29', '2027-02-28', '2027-03-01'].map((date) => on(calendar, date))).toEqual([
      'closed',
      '08:00-17:00',
      '08:00-17:00',
    ]);
  });
});

test('ISO weeks belong to the year of their Thursday', () => {
  const weeks = ['2026-01-01', '2026-12-31', '2027-01-03', '2027-01-04', '2024-12-30', '1969-12-29'];
  expect(weeks.map((date) => isoWeekOf(dayOfDate(date)))).toEqual([1, 53, 53, 1, 1, 1]);
  expect(['2026-01-05', '2026-01-11', '1969-12-29'].map((date) => weekdayOf(dayOfDate(date)))).toEqual([1, 7, 1]);
});
