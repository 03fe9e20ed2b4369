import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveCalendar, type StoredCalendar } from '../../../src/domain/time/calendar.ts';
import { contains } from '../../../src/domain/time/interval.ts';
import { endAfter, plannedParts, plannedTime, type ResourceClock } from '../../../src/domain/time/planned-time.ts';
import { workingTime } from '../../../src/domain/time/working-time.ts';
import { formatInstant } from '../../../src/domain/time/zone.ts';
import { runs } from '../../support/random-cases.ts';
import { aMoment, calendarsAround, DAY, MINUTE, minutesOf, slowDate } from './oracle.ts';

const HOUR = 60 * MINUTE;

const clockOf = (zone: string, stored: readonly StoredCalendar[]): ResourceClock => {
  const rules = {
    zone,
    assigned: [],
    fallback: resolveCalendar('A', new Map(stored.map((each) => [each.code, each]))),
    inService: { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY },
  };
  return { zone, workingIn: (window) => workingTime(rules, window) };
};

const aCase = aMoment.chain(({ zone, at }) =>
  calendarsAround(at).map((stored) => ({ zone, at, clock: clockOf(zone, stored) })),
);
const someWork = fc.oneof(
  fc.integer({ min: 1, max: 40 * HOUR }),
  fc.integer({ min: 1, max: 160 }).map((n) => n * 15 * MINUTE),
);

/** Monday to Friday 08:00 to 12:00 and 13:00 to 17:00. */
const brussels = clockOf('Europe/Brussels', [
  {
    code: 'A',
    parentCode: null,
    businessHours: [
      { start: '08:00', end: '12:00' },
      { start: '13:00', end: '17:00' },
    ],
    weekend: null,
    holidays: null,
    overrides: null,
  },
]);
/** Monday 12 January 2026 and after, on the clock of Brussels. */
const local = (day: number, time: string): number => Date.parse(`2026-01-${day}T${time}+01:00`);
const ends = (start: number, hours: number, rules = {}): string =>
  formatInstant('Europe/Brussels', endAfter(start, hours * HOUR, brussels, rules)).slice(8, 16);
const hoursPlanned = (start: number, end: number, rules = {}): number =>
  plannedTime({ start, end }, brussels, rules) / HOUR;

describe('the end of an appointment', () => {
  test('planned time of what was made is the work that was asked for, over breaks, nights, overtime and changes of the clock', () => {
    const horizon = 366 * DAY;
    fc.assert(
      fc.property(aCase, someWork, fc.boolean(), ({ at, clock }, work, ignoreCalendars) => {
        const end = endAfter(at, work, clock, { ignoreCalendars });
        // Where a year does not hold the work, the wall clock decides and there is nothing to compare.
        const available = clock
          .workingIn({ start: at, end: at + horizon })
          .reduce((sum, each) => sum + each.end - each.start, 0);
        fc.pre(available >= work);
        expect(plannedTime({ start: at, end }, clock, { ignoreCalendars })).toBe(work);
      }),
      { numRuns: runs(300, 1000) },
    );
  });

  test('work that starts in working time ends in working time', () => {
    fc.assert(
      fc.property(aCase, someWork, ({ at, clock }, work) => {
        const working = clock.workingIn({ start: at, end: at + 366 * DAY });
        fc.pre(contains(working, at) && working.reduce((sum, each) => sum + each.end - each.start, 0) >= work);
        expect(contains(working, endAfter(at, work, clock, {}) - 1)).toBe(true);
      }),
    );
  });

  test('work goes on after the break, on the next day and after the weekend', () => {
    expect(ends(local(12, '10:00'), 2)).toBe('12T12:00');
    expect(ends(local(12, '10:00'), 3)).toBe('12T14:00');
    expect(ends(local(12, '10:00'), 8)).toBe('13T10:00');
    expect(ends(local(16, '16:00'), 2)).toBe('19T09:00');
  });

  test('work on a Saturday takes wall time', () => {
    expect(ends(local(17, '10:00'), 6)).toBe('17T16:00');
    expect(ends(local(17, '22:00'), 6)).toBe('18T04:00');
  });

  test('overtime before working time takes wall time until working time comes, and then keeps the break', () => {
    expect(ends(local(12, '07:00'), 4)).toBe('12T11:00');
    expect(ends(local(12, '07:00'), 7)).toBe('12T15:00');
  });

  test('of overtime that reaches the next working time, the evening counts and the night does not', () => {
    expect(ends(local(12, '20:00'), 12)).toBe('13T08:00');
    expect(ends(local(12, '20:00'), 13)).toBe('14T09:00');
  });

  test('a task that ignores calendars takes wall time', () => {
    expect(ends(local(12, '10:00'), 30, { ignoreCalendars: true })).toBe('13T16:00');
  });

  test('a resource that never works again takes wall time', () => {
    const retired: ResourceClock = {
      zone: 'UTC',
      workingIn: ({ start, end }) => (start < 5 * HOUR ? [{ start, end: Math.min(end, 5 * HOUR) }] : []),
    };
    expect(endAfter(0, 5 * HOUR, retired, {})).toBe(5 * HOUR);
    expect(endAfter(0, 6 * HOUR, retired, {})).toBe(6 * HOUR);
    expect(endAfter(HOUR, 30 * HOUR, retired, {})).toBe(31 * HOUR);
  });
});

describe('planned time', () => {
  test('agrees with a count of minutes', () => {
    fc.assert(
      fc.property(
        aCase,
        fc.integer({ min: 1, max: 2880 }),
        fc.boolean(),
        fc.boolean(),
        ({ zone, at, clock }, minutes, ignoreCalendars, isAllDay) => {
          const appointment = { start: at, end: at + minutes * MINUTE };
          const all = Array.from({ length: minutes }, (_, i) => at + i * MINUTE);
          const working = new Set(minutesOf(clock.workingIn(appointment)));
          const [first, last] = [Math.min(...working), Math.max(...working)];
          const [firstDate, lastDate] = [slowDate(zone, at), slowDate(zone, appointment.end - 1)];
          // Overtime is one stretch: it does not come back when the clock is put back over midnight.
          const until = all.find((each) => slowDate(zone, each) > firstDate) ?? appointment.end;
          const since = firstOf(zone, lastDate, appointment.end);
          const counts = (minute: number): boolean =>
            ignoreCalendars ||
            working.size === 0 ||
            working.has(minute) ||
            (!isAllDay && ((minute < first && minute < until) || (minute > last && minute >= since)));
          expect(plannedTime(appointment, clock, { ignoreCalendars, isAllDay })).toBe(
            all.filter(counts).length * MINUTE,
          );
        },
      ),
      { numRuns: runs(20, 60) },
    );
  });

  test('its parts lie inside the appointment and do not overlap', () => {
    fc.assert(
      fc.property(aCase, fc.integer({ min: 1, max: 5 * DAY }), ({ at, clock }, length) => {
        const parts = plannedParts({ start: at, end: at + length }, clock, {});
        let before = at - 1;
        for (const { start, end } of parts) {
          expect(start).toBeGreaterThan(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(at + length);
      }),
    );
  });

  test('breaks and nights inside do not count', () => {
    expect(hoursPlanned(local(12, '10:00'), local(12, '15:00'))).toBe(4);
    expect(hoursPlanned(local(12, '08:00'), local(14, '17:00'))).toBe(24);
  });

  test('overtime on the day of the start and of the end counts', () => {
    expect(hoursPlanned(local(12, '07:00'), local(12, '18:00'))).toBe(10);
    expect(hoursPlanned(local(12, '20:00'), local(13, '10:00'))).toBe(6);
    expect(hoursPlanned(local(16, '16:00'), local(17, '02:00'))).toBe(3);
  });

  test('without working time inside everything counts', () => {
    expect(hoursPlanned(local(12, '20:00'), local(13, '06:00'))).toBe(10);
    expect(hoursPlanned(local(17, '00:00'), local(18, '00:00'), { isAllDay: true })).toBe(24);
  });

  test('of a whole day its working time counts, unless the task ignores calendars', () => {
    expect(hoursPlanned(local(12, '00:00'), local(13, '00:00'), { isAllDay: true })).toBe(8);
    expect(hoursPlanned(local(12, '00:00'), local(13, '00:00'), { isAllDay: true, ignoreCalendars: true })).toBe(24);
  });
});

/** The first minute of two days at which the wall clock shows the date or a later one. */
function firstOf(zone: string, date: string, before: number): number {
  for (let at = before - 50 * HOUR; ; at += MINUTE) if (slowDate(zone, at) >= date) return at;
}
