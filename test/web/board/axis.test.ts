import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Axis, daysFrom } from '../../../web/src/board/axis.ts';
import { openHours } from '../../../web/src/board/folding.ts';
import { snapped } from '../../../web/src/board/hit-test.ts';
import { clockText } from '../../../web/src/dates/clock-text.ts';
import { dateOf, instantOf, localOf, midnightOf, mondayOf, weekOf } from '../../../web/src/dates/zone.ts';

const BRUSSELS = 'Europe/Brussels';
const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(text);
const axisOf = (zone: string, from: string, days: number, width = 1000) =>
  new Axis(daysFrom(zone, from, days), {
    width,
    hourWidth: 0,
    foldedWidth: 10,
    foldedDayWidth: 26,
    isOpen: () => true,
  });

describe('days of the axis', () => {
  test.each([
    ['the clock goes forward in Brussels', BRUSSELS, '2026-03-29', 23],
    ['the clock goes back in Brussels', BRUSSELS, '2026-10-25', 25],
    ['an ordinary day', BRUSSELS, '2026-06-01', 24],
    ['the clock goes forward in New York', 'America/New_York', '2026-03-08', 23],
    ['midnight is skipped in Beirut', 'Asia/Beirut', '2026-03-29', 23],
    ['half an hour is put back on Lord Howe', 'Australia/Lord_Howe', '2026-04-05', 24.5],
  ])('%s: the day has its own number of hours', (_what, zone, date, hours) => {
    const [day] = daysFrom(zone, date, 1);
    expect((day!.end - day!.start) / HOUR).toBe(hours);
    expect(day!.hours.length).toBe(Math.ceil(hours));
    expect(dateOf(zone, day!.start)).toBe(date);
    expect(dateOf(zone, day!.end - 1)).toBe(date);
  });

  test('the hour that is skipped is not there, the one that comes twice is there twice', () => {
    const hours = (date: string) => daysFrom(BRUSSELS, date, 1)[0]!.hours.map(({ hour }) => hour);
    expect(hours('2026-03-29').slice(0, 4)).toEqual([0, 1, 3, 4]);
    expect(hours('2026-10-25').slice(0, 5)).toEqual([0, 1, 2, 2, 3]);
  });

  test('each day begins where the last one ends, over a year of any zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(BRUSSELS, 'America/Sao_Paulo', 'Asia/Beirut', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'),
        fc.integer({ min: 0, max: 340 }),
        (zone, offset) => {
          const from = new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10);
          const days = daysFrom(zone, from, 20);
          for (const [i, day] of days.entries()) {
            if (i > 0) expect(day.start).toBe(days[i - 1]!.end);
            expect(day.hours.at(-1)!.end).toBe(day.end);
          }
        },
      ),
    );
  });
});

describe('places on the axis', () => {
  test('a moment and its place lead to each other, whatever is folded', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 7 * 24 * 60 - 1 }),
        fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }),
        (minute, open) => {
          const axis = new Axis(daysFrom(BRUSSELS, '2026-03-23', 7), {
            width: 1400,
            hourWidth: 0,
            foldedWidth: 10,
            foldedDayWidth: 26,
            isOpen: (_day, { hour }) => open[hour] === true,
          });
          const instant = Math.min(axis.start + minute * 60_000, axis.end);
          expect(Math.abs(axis.msAt(axis.xOf(instant)) - instant)).toBeLessThan(1000);
        },
      ),
    );
  });

  test('later is never further left', () => {
    const axis = axisOf(BRUSSELS, '2026-10-19', 7);
    fc.assert(
      fc.property(fc.integer({ min: -100, max: 10_300 }), fc.nat(500), (minute, more) => {
        const instant = axis.start + minute * 60_000;
        expect(axis.xOf(instant + more * 60_000)).toBeGreaterThanOrEqual(axis.xOf(instant));
      }),
    );
  });

  test('days share the width; one of 23 hours gets less than one of 24', () => {
    const { days, width } = axisOf(BRUSSELS, '2026-03-23', 7, 1670);
    expect(width).toBeCloseTo(1670);
    expect(days[5]!.width).toBeCloseTo(240);
    expect(days[6]!.width).toBeCloseTo(230);
  });

  test('what lies before or after the axis stands at its end', () => {
    const axis = axisOf(BRUSSELS, '2026-03-23', 7);
    expect(axis.xOf(axis.start - HOUR)).toBe(0);
    expect(axis.xOf(axis.end + HOUR)).toBeCloseTo(axis.width);
    expect(axis.msAt(-50)).toBe(axis.start);
  });

  test('hours that need more room than there is make the axis wider', () => {
    const days = daysFrom(BRUSSELS, '2026-06-01', 7);
    const axis = new Axis(days, { width: 500, hourWidth: 40, foldedWidth: 10, foldedDayWidth: 26, isOpen: () => true });
    expect(axis.width).toBeCloseTo(7 * 24 * 40);
  });
});

describe('folding', () => {
  const days = daysFrom(BRUSSELS, '2026-03-23', 7);
  const monday = (hours: string, till: string) => ({
    start: at(`2026-03-23T${hours}+01:00`),
    end: at(`2026-03-23T${till}+01:00`),
  });
  const openOn = (day: number, isOpen: ReturnType<typeof openHours>) =>
    days[day]!.hours.filter((hour) => isOpen(day, hour)).map(({ hour }) => hour);

  test('a week shows the hours in which anybody works, under each other', () => {
    const tuesday = { start: at('2026-03-24T14:00+01:00'), end: at('2026-03-24T21:30+01:00') };
    const isOpen = openHours(days, [[monday('08:00', '12:00')], [tuesday]], []);
    const hours = [8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 20, 21];
    expect([openOn(0, isOpen), openOn(1, isOpen)]).toEqual([hours, hours]);
  });

  test('a day on which nothing happens is folded as a whole, one with a bar is not', () => {
    const saturday = { start: at('2026-03-28T09:00+01:00'), end: at('2026-03-28T10:00+01:00') };
    expect(openOn(5, openHours(days, [[monday('08:00', '12:00')]], []))).toEqual([]);
    expect(openOn(5, openHours(days, [[monday('08:00', '12:00')]], [saturday]))).toEqual([8, 9, 10, 11]);
  });

  test('overtime is shown, and what goes on for days does not open the nights', () => {
    const evening = monday('19:00', '20:00');
    const long = { start: at('2026-03-23T09:00+01:00'), end: at('2026-03-25T09:00+01:00') };
    expect(openOn(0, openHours(days, [[monday('08:00', '12:00')]], [evening, long]))).toEqual([8, 9, 10, 11, 19]);
  });

  test('where nobody works nothing is folded', () => {
    expect(openOn(0, openHours(days, [[]], []))).toHaveLength(24);
  });

  test('a folded night keeps a strip, so that what stands in it can be seen', () => {
    const axis = new Axis(days, {
      width: 1000,
      hourWidth: 0,
      foldedWidth: 10,
      foldedDayWidth: 26,
      isOpen: openHours(days, [[monday('08:00', '12:00')]], []),
    });
    expect(axis.days[0]!.width).toBeCloseTo(1000 - 6 * 26);
    expect(axis.days[1]!.width).toBe(26);
    expect(axis.xOf(at('2026-03-23T08:00+01:00'))).toBe(10);
  });
});

describe('wall clocks', () => {
  test('a drag ends on a quarter of the hour that the clock shows, also in the hour that comes twice', () => {
    const first = at('2026-10-25T02:37+02:00');
    const second = at('2026-10-25T02:37+01:00');
    expect(snapped(BRUSSELS, first)).toBe(at('2026-10-25T02:30+02:00'));
    expect(snapped(BRUSSELS, second)).toBe(at('2026-10-25T02:30+01:00'));
    expect(snapped('Asia/Kathmandu', at('2026-06-01T09:22+05:45'))).toBe(at('2026-06-01T09:15+05:45'));
  });

  test('nine o’clock a day later is nine o’clock, over both changes of the clock', () => {
    for (const day of ['2026-03-28', '2026-10-24']) {
      const nine = instantOf(BRUSSELS, at(`${day}T09:00Z`));
      const next = instantOf(BRUSSELS, localOf(BRUSSELS, nine) + 24 * HOUR);
      expect(clockText(BRUSSELS, next)).toBe('09:00');
    }
    expect(instantOf(BRUSSELS, at('2026-03-29T02:30Z'))).toBe(at('2026-03-29T03:30+02:00'));
  });

  test('weeks begin on Monday and are counted as ISO 8601 does', () => {
    expect(mondayOf('2026-03-29')).toBe('2026-03-23');
    expect([weekOf('2026-01-01'), weekOf('2027-01-01'), weekOf('2026-12-31'), weekOf('2026-03-30')]).toEqual([
      1, 53, 53, 14,
    ]);
    expect(midnightOf(BRUSSELS, '2026-03-29')).toBe(at('2026-03-29T00:00+01:00'));
  });
});
