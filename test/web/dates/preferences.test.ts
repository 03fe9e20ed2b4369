import { expect, test } from 'vitest';
import { weekdaysInOrder } from '../../../web/src/dates/names.ts';
import { clockOfDay, hourText, preferencesOf, weekStartOf } from '../../../web/src/dates/preferences.ts';

const NONE = { dateFormat: 0, timeFormat: 0, firstWeekday: 0 };

test('the user decides, then the tenant, then the locale', () => {
  expect(preferencesOf(NONE, NONE, 'en-GB')).toEqual({ order: undefined, hours12: false, firstWeekday: 1 });
  expect(preferencesOf(NONE, NONE, 'en-US')).toMatchObject({ hours12: true, firstWeekday: 7 });
  const tenant = { dateFormat: 2, timeFormat: 2, firstWeekday: 2 };
  expect(preferencesOf(NONE, tenant, 'de-DE')).toEqual({ order: 'mdy', hours12: true, firstWeekday: 7 });
  expect(preferencesOf({ dateFormat: 3, timeFormat: 1, firstWeekday: 1 }, tenant, 'de-DE')).toEqual({
    ...{ order: 'ymd', hours12: false, firstWeekday: 1 },
  });
});

test('times have 12 or 24 hours', () => {
  expect([0, 9, 12, 23].map((hour) => clockOfDay(hour, 5, true))).toEqual([
    '12:05 AM',
    '9:05 AM',
    '12:05 PM',
    '11:05 PM',
  ]);
  expect(clockOfDay(9, 5, false)).toBe('09:05');
  expect(clockOfDay(24, 0, true)).toBe('12:00 AM');
  expect([hourText(14, true), hourText(0, true), hourText(14, false)]).toEqual(['2 PM', '12 AM', '14']);
});

test('a week begins on the chosen day', () => {
  expect([1, 7, 6].map((first) => weekStartOf('2026-06-03', first))).toEqual([
    '2026-06-01',
    '2026-05-31',
    '2026-05-30',
  ]);
  expect(weekStartOf('2026-05-31', 7)).toBe('2026-05-31');
  expect(weekdaysInOrder(7)).toEqual([7, 1, 2, 3, 4, 5, 6]);
});
