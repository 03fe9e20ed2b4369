import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths, dayByKey, weeksOfMonth } from '../../../web/src/dates/month-days.ts';
import { dateAsTyped } from '../../../web/src/dates/typed.ts';
import {
  dateFromText,
  datePattern,
  momentAsTyped,
  momentFromText,
  timeAsTyped,
  timeFromText,
} from '../../../web/src/dates/typing.ts';

const LETTERS = { d: 'dd', m: 'mm', y: 'yyyy' };

test('dates are written and read in the chosen order, and as yyyy-mm-dd always', () => {
  expect(dateAsTyped('2026-12-31', 'en-GB', 'mdy')).toBe('12/31/2026');
  expect(dateAsTyped('2026-12-31', 'de-DE')).toBe('31.12.2026');
  expect(datePattern('de-DE', LETTERS)).toBe('dd.mm.yyyy');
  expect(datePattern('de-DE', LETTERS, 'ymd')).toBe('yyyy-mm-dd');
  expect(dateFromText('31.12.2026', 'de-DE')).toBe('2026-12-31');
  expect(dateFromText('1 6 2026', 'en-GB')).toBe('2026-06-01');
  expect(dateFromText('12/31/26', 'en-GB', 'mdy')).toBe('2026-12-31');
  expect(dateFromText('2026-12-31', 'en-GB', 'mdy')).toBe('2026-12-31');
  for (const wrong of ['31/02/2026', 'tomorrow', '1/2', '1/2/3/4', '31/12/202', ''])
    expect(dateFromText(wrong, 'en-GB', 'dmy')).toBeUndefined();
});

test('what is written is read again, in every order and locale', () => {
  const dates = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
  const orders = fc.constantFrom('dmy', 'mdy', 'ymd', undefined);
  const locales = fc.constantFrom('en-US', 'en-GB', 'nl-BE', 'de-DE', 'fr-FR', 'sv-SE', 'hu-HU');
  fc.assert(
    fc.property(dates, orders, locales, (at, order, locale) => {
      const date = at.toISOString().slice(0, 10);
      expect(dateFromText(dateAsTyped(date, locale, order), locale, order)).toBe(date);
      const time = at.toISOString().slice(11, 16);
      for (const hours12 of [true, false]) expect(timeFromText(timeAsTyped(time, hours12))).toBe(time);
      expect(momentFromText(momentAsTyped(`${date}T${time}`, locale), locale, '')).toBe(`${date}T${time}`);
    }),
  );
});

test('times are read with 12 and 24 hours, with and without minutes', () => {
  const times = {
    '14:30': '14:30',
    '1430': '14:30',
    '9': '09:00',
    '9.15': '09:15',
    '2:30 PM': '14:30',
    '2pm': '14:00',
  };
  for (const [text, time] of Object.entries(times)) expect(timeFromText(text)).toBe(time);
  expect([timeFromText('12 am'), timeFromText('12:05 p.m.')]).toEqual(['00:00', '12:05']);
  for (const wrong of ['24:00', '9:60', '13 pm', '0:30 am', 'noon', '']) expect(timeFromText(wrong)).toBeUndefined();
});

test('a time alone keeps the date, and a date alone the time', () => {
  expect(momentFromText('14:30', 'en-GB', '2026-06-01T09:00')).toBe('2026-06-01T14:30');
  expect(momentFromText('2/6/2026', 'en-GB', '2026-06-01T09:00')).toBe('2026-06-02T09:00');
  expect(momentFromText('2026-06-02T13:00', 'en-GB', '')).toBe('2026-06-02T13:00');
  expect(momentFromText('14:30', 'en-GB', '')).toBeUndefined();
  expect(momentFromText('2/6/2026, soon', 'en-GB', '2026-06-01T09:00')).toBeUndefined();
  expect(momentFromText('2/6/2026, 25:00', 'en-GB', '2026-06-01T09:00')).toBeUndefined();
});

test('a month is shown in whole weeks from the first day of the week', () => {
  expect(weeksOfMonth('2026-06', 7).map(([first]) => first)).toEqual([
    ...['2026-05-31', '2026-06-07', '2026-06-14', '2026-06-21', '2026-06-28'],
  ]);
  expect(weeksOfMonth('2026-06', 1)[0]?.[0]).toBe('2026-06-01');
});

test('keys of a calendar go by days, weeks and months', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-31', -11)).toBe('2025-02-28');
  const go = (key: string, isShifted = false) => dayByKey('2026-06-03', key, isShifted);
  expect(['ArrowLeft', 'ArrowDown', 'PageUp', 'Home', 'End'].map((key) => go(key))).toEqual([
    ...['2026-06-02', '2026-06-10', '2026-05-03', '2026-06-01', '2026-06-07'],
  ]);
  expect(go('PageDown', true)).toBe('2027-06-03');
  expect(go('x')).toBeUndefined();
});
