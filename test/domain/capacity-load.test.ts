import { expect, test } from 'vitest';
import { beginningsOfDays } from '../../src/domain/capacity.ts';
import { bucketLoad, loadOf } from '../../src/domain/capacity-load.ts';
import { dayOfDate } from '../../src/domain/time/day.ts';

const HOUR = 3_600_000;
const days = { from: dayOfDate('2026-06-08'), end: dayOfDate('2026-06-10') };
const beginnings = beginningsOfDays('UTC', days);
/** Eight hours from eight o'clock, every day. */
const clock = {
  zone: 'UTC',
  workingIn: (window: { start: number; end: number }) =>
    beginnings
      .map((start) => ({ start: start + 8 * HOUR, end: start + 16 * HOUR }))
      .filter(({ start, end }) => start < window.end && end > window.start)
      .map(({ start, end }) => ({ start: Math.max(start, window.start), end: Math.min(end, window.end) })),
};
const [monday] = beginnings as [number];
const booking = { start: monday + 8 * HOUR, end: monday + 12 * HOUR, isAllDay: false, ignoreCalendars: false };
const set = { capacityInSeconds: 7200, quantity: null, unitOfMeasureConversion: null };

test('a capacity that was set for a date replaces its working time', () => {
  const load = loadOf(clock, days, beginnings, { bookings: [booking], capacities: [{ date: '2026-06-09', ...set }] });
  expect(load.capacity.map((ms) => ms / HOUR)).toEqual([8, 2]);
  expect(load.planned.map((ms) => ms / HOUR)).toEqual([4, 0]);
  expect(bucketLoad(days, days, load)).toEqual({
    start: '2026-06-08',
    end: '2026-06-10',
    capacityInSeconds: 36_000,
    plannedInSeconds: 14_400,
    freeInSeconds: 21_600,
    utilization: 0.4,
  });
});

test('without capacity there is no utilization, and nothing is free', () => {
  const none = { date: '2026-06-08', ...set, capacityInSeconds: 0 };
  const load = loadOf(clock, days, beginnings, { bookings: [booking], capacities: [none] });
  const first = { from: days.from, end: days.from + 1 };
  expect(bucketLoad(first, days, load)).toMatchObject({ freeInSeconds: 0, utilization: null });
});
