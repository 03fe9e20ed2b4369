import { expect, test } from 'vitest';
import { extendedDayCode, extendedHours, resourceOfExtendedDay } from '../../src/domain/extended-day.ts';

const at = (text: string): number => Date.parse(`${text}+02:00`);
const working = [
  { start: at('2026-06-04T08:00'), end: at('2026-06-04T12:00') },
  { start: at('2026-06-04T13:00'), end: at('2026-06-04T17:00') },
];
const ZONE = 'Europe/Brussels';

test('a longer day has its hours and the added interval, in whole minutes', () => {
  expect(extendedHours(ZONE, working, { start: at('2026-06-04T16:00'), end: at('2026-06-04T18:29:30') })).toEqual({
    date: '2026-06-04',
    hours: [
      { start: '08:00', end: '12:00' },
      { start: '13:00', end: '18:30' },
    ],
  });
  expect(extendedHours(ZONE, [], { start: at('2026-06-06T22:00'), end: at('2026-06-07T00:00') })?.hours).toEqual([
    { start: '22:00', end: '24:00' },
  ]);
});

test('an interval over midnight is not within one day', () => {
  expect(extendedHours(ZONE, working, { start: at('2026-06-04T22:00'), end: at('2026-06-05T01:00') })).toBeUndefined();
});

test('only calendars of extended days are recognized', () => {
  const code = extendedDayCode(7, '2026-06-04');
  expect(resourceOfExtendedDay('Calendar', code)).toBe(7);
  expect(resourceOfExtendedDay('ResourceCalendar', code.toLowerCase())).toBe(7);
  expect(resourceOfExtendedDay('Resource', code)).toBeUndefined();
  for (const other of ['DEFAULT', 'EXTENDED HOURS', 'EXTENDED 2026-06-04', `${code} x`, `x ${code}`, `${code}\nx`])
    expect(resourceOfExtendedDay('Calendar', other), other).toBeUndefined();
});
