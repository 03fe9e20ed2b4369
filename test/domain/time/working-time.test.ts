import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveCalendar, type StoredCalendar, standardCalendar } from '../../../src/domain/time/calendar.ts';
import { dayOfDate } from '../../../src/domain/time/day.ts';
import { type Interval, totalLength } from '../../../src/domain/time/interval.ts';
import { dayInTenant, serviceTime, type WorkingRules, workingTime } from '../../../src/domain/time/working-time.ts';
import { formatInstant } from '../../../src/domain/time/zone.ts';
import { runs } from '../../support/random-cases.ts';
import { aMoment, calendarsAround, DAY, MINUTE, minutesOf, minutesWhere, slowHours } from './oracle.ts';

const HOUR = 60 * MINUTE;
const ALWAYS: Interval = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

const aCalendar = (said: Partial<StoredCalendar>) => {
  const stored = { code: 'A', parentCode: null, businessHours: null, weekend: null, holidays: null, overrides: null };
  return resolveCalendar('A', new Map([['A', { ...stored, ...said }]]));
};
const allDays = (start: string, end: string) => aCalendar({ businessHours: [{ start, end }], weekend: [] });
const rules = (zone: string, fallback = standardCalendar, more: Partial<WorkingRules> = {}): WorkingRules => ({
  zone,
  fallback,
  assigned: [],
  inService: ALWAYS,
  ...more,
});
const at = (text: string): number => Date.parse(text);
const shown = (zone: string, list: readonly Interval[]): string[] =>
  list.map(({ start, end }) => `${formatInstant(zone, start)}/${formatInstant(zone, end)}`);

describe('working time', () => {
  test('agrees minute by minute with the wall clock and the documents, in zones where days are strange', () => {
    const aCase = aMoment.chain(({ zone, at: from }) =>
      fc.record({
        zone: fc.constant(zone),
        window: fc.integer({ min: 1, max: 2880 }).map((minutes) => ({ start: from, end: from + minutes * MINUTE })),
        stored: calendarsAround(from),
        assigned: fc.array(
          fc.record({
            code: fc.constantFrom('1', '2', '3'),
            calendarCode: fc.constantFrom('A', 'B', 'C'),
            first: fc.integer({ min: -3, max: 3 }),
            days: fc.integer({ min: 0, max: 3 }),
          }),
          { maxLength: 2 },
        ),
        service: fc.record({
          from: fc.integer({ min: -600, max: 2880 }),
          minutes: fc.integer({ min: 600, max: 2880 }),
        }),
      }),
    );
    fc.assert(
      fc.property(aCase, ({ zone, window, stored, assigned, service }) => {
        const calendars = new Map(stored.map((each) => [each.code, each]));
        const today = Math.floor(window.start / DAY);
        const ranges = assigned.map(({ first, days, ...each }) => ({
          ...each,
          from: today + first,
          till: today + first + days,
        }));
        const inService = {
          start: window.start + service.from * MINUTE,
          end: window.start + (service.from + service.minutes) * MINUTE,
        };
        const found = workingTime(
          {
            zone,
            fallback: resolveCalendar('A', calendars),
            assigned: ranges.map((each) => ({ ...each, calendar: resolveCalendar(each.calendarCode, calendars) })),
            inService,
          },
          window,
        );
        const inForce = (date: string): string =>
          ranges
            .filter(({ from, till }) => from <= dayOfDate(date) && dayOfDate(date) <= till)
            .reduce<(typeof ranges)[number] | undefined>(
              (best, each) =>
                !best || each.from > best.from || (each.from === best.from && each.code < best.code) ? each : best,
              undefined,
            )?.calendarCode ?? 'A';
        const expected = minutesWhere(zone, window, (date, time) =>
          slowHours(inForce(date), stored, date).some(({ start, end }) => start <= time && time < end),
        ).filter((minute) => inService.start <= minute && minute < inService.end);
        expect(minutesOf(found)).toEqual(expected);
        for (let i = 1; i < found.length; i++) expect(found[i]!.start).toBeGreaterThan(found[i - 1]!.end);
      }),
      { numRuns: runs(20, 80) },
    );
  }, 60_000);

  test('hours from 00:00 to 24:00 cover every instant, to the millisecond', () => {
    fc.assert(
      fc.property(aMoment, fc.integer({ min: 1, max: 400 * DAY }), ({ zone, at: start }, length) => {
        const window = { start: start + 7, end: start + 7 + length };
        expect(workingTime(rules(zone, allDays('00:00', '24:00')), window)).toEqual([window]);
      }),
    );
  });

  test('asked in two pieces it answers the same as asked at once', () => {
    fc.assert(
      fc.property(
        aMoment.chain(({ zone, at: from }) =>
          fc.record({ zone: fc.constant(zone), from: fc.constant(from), stored: calendarsAround(from) }),
        ),
        fc.integer({ min: 0, max: 20 * DAY }),
        fc.integer({ min: 0, max: 20 * DAY }),
        ({ zone, from, stored }, first, second) => {
          const own = rules(zone, resolveCalendar('A', new Map(stored.map((each) => [each.code, each]))));
          const piece = (start: number, end: number) => totalLength(workingTime(own, { start, end }));
          expect(piece(from, from + first) + piece(from + first, from + first + second)).toBe(
            piece(from, from + first + second),
          );
        },
      ),
    );
  });

  test('a night shift is an hour shorter in spring and an hour longer in autumn', () => {
    const night = rules('Europe/Brussels', allDays('00:00', '06:00'));
    expect(
      shown('Europe/Brussels', workingTime(night, { start: at('2026-03-28T23:00Z'), end: at('2026-03-29T22:00Z') })),
    ).toEqual(['2026-03-29T00:00:00+01:00/2026-03-29T06:00:00+02:00']);
    const lengthOn = (from: string, till: string) =>
      totalLength(workingTime(night, { start: at(from), end: at(till) }));
    expect(lengthOn('2026-03-28T23:00Z', '2026-03-29T22:00Z')).toBe(5 * HOUR);
    expect(lengthOn('2026-10-24T22:00Z', '2026-10-25T23:00Z')).toBe(7 * HOUR);
  });

  test('hours that a jump skips altogether have no working time', () => {
    const own = rules('Europe/Brussels', allDays('02:00', '03:00'));
    expect(workingTime(own, { start: at('2026-03-29T00:00Z'), end: at('2026-03-29T12:00Z') })).toEqual([]);
  });

  test('the day that Samoa skipped has no working time, and the days around it are whole', () => {
    const own = rules('Pacific/Apia', allDays('08:00', '16:00'));
    expect(
      shown(
        'Pacific/Apia',
        workingTime(own, { start: at('2011-12-29T00:00-10:00'), end: at('2012-01-01T00:00+14:00') }),
      ),
    ).toEqual([
      '2011-12-29T08:00:00-10:00/2011-12-29T16:00:00-10:00',
      '2011-12-31T08:00:00+14:00/2011-12-31T16:00:00+14:00',
    ]);
  });

  test('where two assigned calendars overlap, the one that starts latest is followed', () => {
    const assigned = [
      {
        code: 'summer',
        from: dayOfDate('2026-07-06'),
        till: dayOfDate('2026-07-07'),
        calendar: allDays('06:00', '07:00'),
      },
      {
        code: 'year',
        from: dayOfDate('2026-01-01'),
        till: dayOfDate('2026-07-08'),
        calendar: allDays('09:00', '10:00'),
      },
    ];
    const working = workingTime(rules('UTC', allDays('20:00', '21:00'), { assigned }), {
      start: at('2026-07-05T00:00Z'),
      end: at('2026-07-10T00:00Z'),
    });
    expect(working.map(({ start }) => new Date(start).toISOString().slice(8, 13))).toEqual([
      '05T09',
      '06T06',
      '07T06',
      '08T09',
      '09T20',
    ]);
  });
});

describe('ranges of days', () => {
  test('a date sent in the tenant zone is that date on the clock of a resource elsewhere', () => {
    const sent = at('2026-07-01T00:00+02:00');
    expect(dayInTenant(sent, 'Europe/Brussels')).toBe(dayOfDate('2026-07-01'));
    expect(serviceTime({ from: sent, till: sent }, 'America/New_York', 'Europe/Brussels')).toEqual({
      start: at('2026-07-01T00:00-04:00'),
      end: at('2026-07-02T00:00-04:00'),
    });
  });

  test('a moment within a day is taken as it is', () => {
    const [from, till] = [at('2026-07-01T09:30+02:00'), at('2026-07-03T12:00+02:00')];
    expect(serviceTime({ from, till }, 'America/New_York', 'Europe/Brussels')).toEqual({ start: from, end: till });
  });

  test('no limit, and the end of days, leave the range open', () => {
    expect(serviceTime({ from: null, till: Date.UTC(9999, 11, 31) }, 'Pacific/Apia', 'Pacific/Apia')).toEqual(ALWAYS);
    expect(dayInTenant(Date.UTC(9999, 11, 31), 'Pacific/Apia')).toBe(Number.POSITIVE_INFINITY);
  });

  test('a day that begins at 01:00 begins there', () => {
    const sent = at('2018-11-04T03:00Z'); // Brazil's clocks went from 24:00 to 01:00
    expect(serviceTime({ from: sent, till: null }, 'America/Sao_Paulo', 'America/Sao_Paulo').start).toBe(sent);
  });
});
