import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateOfMoment, instantOfMoment, isDate, isoText, parseMoment } from '../../../src/domain/values/moment.ts';
import { Invalid, parseDate, parseInstant, parseUnzoned, resolveUnzoned } from '../../../src/domain/values/parse.ts';

const BRUSSELS = 'Europe/Brussels';

describe('every form of date that clients send', () => {
  test.each([
    ['2026-03-28', '2026-03-27T23:00:00.000Z'],
    ['2026-03-28T09:15', '2026-03-28T08:15:00.000Z'],
    ['2026-03-28T09:15:30', '2026-03-28T08:15:30.000Z'],
    ['2026-03-28 09:15:30', '2026-03-28T08:15:30.000Z'],
    ['2026-03-28T09:15:30.123', '2026-03-28T08:15:30.123Z'],
    ['2026-03-28T09:15:30,123', '2026-03-28T08:15:30.123Z'],
    ['2026-03-28T09:15:30.1234567', '2026-03-28T08:15:30.123Z'],
    ['2026-03-28T09:15:30Z', '2026-03-28T09:15:30.000Z'],
    ['2026-03-28t09:15:30z', '2026-03-28T09:15:30.000Z'],
    ['2026-03-28T09:15:30.123Z', '2026-03-28T09:15:30.123Z'],
    ['2026-03-28 09:15:30Z', '2026-03-28T09:15:30.000Z'],
    ['2026-03-28T09:15:30+02:00', '2026-03-28T07:15:30.000Z'],
    ['2026-03-28T09:15:30 +02:00', '2026-03-28T07:15:30.000Z'],
    ['2026-03-28T09:15:30+0200', '2026-03-28T07:15:30.000Z'],
    ['2026-03-28T09:15:30+02', '2026-03-28T07:15:30.000Z'],
    ['2026-03-28T09:15:30-03:30', '2026-03-28T12:45:30.000Z'],
    ['2026-03-28T09:15Z', '2026-03-28T09:15:00.000Z'],
    ['  2026-03-28T09:15:30Z  ', '2026-03-28T09:15:30.000Z'],
  ])('%j is %s in Brussels', (sent, instant) => {
    expect(parseInstant(sent, BRUSSELS)).toBe(instant);
  });

  test('a time that the clock skips moves forward, one that it shows twice is the first', () => {
    expect(parseInstant('2026-03-29T02:30', BRUSSELS)).toBe('2026-03-29T01:30:00.000Z');
    expect(parseInstant('2026-10-25T02:30', BRUSSELS)).toBe('2026-10-25T00:30:00.000Z');
  });
});

describe('a date without separators', () => {
  test.each([
    ['20260910', '2026-09-10'],
    [' 20240229 ', '2024-02-29'],
  ])('%j is %s, with a note', (sent, day) => {
    const notes: string[] = [];
    expect(parseDate(sent, ({ message }) => notes.push(message))).toBe(day);
    expect(notes).toEqual([`${sent.trim()} was read as the date ${day}.`]);
    expect(parseInstant(sent, 'UTC')).toBe(`${day}T00:00:00.000Z`);
  });

  test.each(['20260230', '20261301', '2026091', '202609100'])('%j is none', (sent) => {
    expect(parseDate(sent)).toBeInstanceOf(Invalid);
  });

  test('the zero date means none', () => {
    expect(parseDate('00010101')).toBeNull();
  });
});

describe('what is no date', () => {
  test.each([
    '2026-02-30',
    '2026-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '01/02/2026',
    '2026-01-01T24:00',
    '2026-01-01T12:60',
    '2026-01-01T12:00:60',
    '2026-01-01T12',
    '2026-01-01T12:00:00+25:00',
    '2026-01-01T12:00:00+02:75',
    '2026-01-01T12:00:00.1234567890',
    '2026-01-01T12:00:00 CET',
    'today',
    ' ',
    '２０２６-01-01',
  ])('%j is refused', (sent) => {
    expect(parseMoment(sent)).toBeUndefined();
    expect(parseInstant(sent, BRUSSELS)).toBeInstanceOf(Invalid);
    expect(parseDate(sent)).toBeInstanceOf(Invalid);
  });

  test('a number or a boolean is no date: its unit is unknown', () => {
    for (const sent of [0, 20260328, 1774688400000, true]) {
      expect(parseInstant(sent, BRUSSELS)).toBeInstanceOf(Invalid);
      expect(parseDate(sent)).toBeInstanceOf(Invalid);
    }
  });

  test('29 February exists in leap years only', () => {
    expect(parseDate('2024-02-29')).toBe('2024-02-29');
    expect(parseDate('2000-02-29')).toBe('2000-02-29');
    expect(parseDate('1900-02-29')).toBeInstanceOf(Invalid);
  });

  test('isDate agrees with the calendar of Date', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1800, max: 2999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const date = new Date(Date.UTC(year, month - 1, day));
          const exists =
            date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
          expect(isDate(year, month, day)).toBe(exists);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('no value', () => {
  test('null and the empty string are no value', () => {
    for (const sent of [null, '']) {
      expect(parseInstant(sent, BRUSSELS)).toBeNull();
      expect(parseDate(sent)).toBeNull();
    }
  });

  test.each([
    '0001-01-01',
    '0001-01-01T00:00:00',
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '1753-01-01',
    '1753-01-01T00:00:00',
    '1753-01-01 00:00:00Z',
  ])('the zero date %s means none', (sent) => {
    expect(parseMoment(sent)).toBeNull();
    expect(parseInstant(sent, BRUSSELS)).toBeNull();
    expect(parseDate(sent)).toBeNull();
  });
});

describe('limits', () => {
  test.each([
    ['1799-12-31', false],
    ['1800-01-01', true],
    ['2999-12-31', true],
    ['9999-12-31', true],
    ['1753-01-02', false],
    ['0001-01-02', false],
    ['0000-01-01', false],
  ])('%s is accepted: %s', (sent, accepted) => {
    expect(parseDate(sent)).toEqual(accepted ? sent : expect.any(Invalid));
  });

  test('the outermost moments have an instant in every zone', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue', 'Europe/Amsterdam'])
      for (const sent of ['1800-01-01T00:00', '9999-12-31T23:59:59.999'])
        expect(parseInstant(sent, zone)).toMatch(/^(1799|1800|9999)-\d\d-\d\dT[\d:.]+Z$/);
  });

  test.each(['9999-12-31', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59-12:00', '9999-12-31T00:00:00+14:00'])(
    'the date of %s is that day',
    (sent) => {
      expect(parseDate(sent)).toBe('9999-12-31');
    },
  );

  test.each(['9999-12-31T23:59:59', '9999-12-31T23:59:59-12:00', '9999-12-31T00:00:00+14:00'])(
    '%s never becomes a year of five digits, with or without a zone',
    (sent) => {
      for (const zone of ['Pacific/Niue', 'UTC', 'Pacific/Kiritimati']) {
        const day = Date.parse('9999-12-31T00:00:00Z');
        const unzoned = parseUnzoned(sent) as string;
        expect(unzoned).toMatch(/^9999-12-31T/);
        expect(resolveUnzoned(unzoned, zone)).toBeGreaterThanOrEqual(day);
        expect(resolveUnzoned(unzoned, zone)).toBeLessThan(day + 86_400_000);
      }
    },
  );

  test.each([
    ['2026-12-31T23:59:59.999', '2026-12-31T23:59:59.999Z'],
    ['2026-12-31T23:59:59.9999999', '2026-12-31T23:59:59.999Z'],
    ['2026-12-31T23:59:59.999999999', '2026-12-31T23:59:59.999Z'],
    ['2026-12-31T23:59:59.0009', '2026-12-31T23:59:59.000Z'],
    ['2026-12-31T23:59:59.29', '2026-12-31T23:59:59.290Z'],
  ])('%s is cut to milliseconds, never rounded into the next day', (sent, instant) => {
    expect(parseInstant(sent, 'UTC')).toBe(instant);
  });

  test('every fraction is cut to the digits that were written', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,9}$/), (digits) => {
        expect(parseMoment(`2026-01-01T00:00:00.${digits}`)).toMatchObject({
          time: Number(digits.padEnd(3, '0').slice(0, 3)),
        });
      }),
      { numRuns: 1000, examples: [['999999999'], ['999999']] },
    );
  });
});

describe('the day that is meant', () => {
  test('a local time means the day that is written', () => {
    expect(parseDate('2026-03-28T23:30')).toBe('2026-03-28');
    expect(parseDate('2026-03-28')).toBe('2026-03-28');
  });

  test.each([
    ['2026-03-28T23:30:00Z', '2026-03-28'],
    ['2026-09-10T00:00:00Z', '2026-09-10'],
    ['2026-09-10T23:30:00-05:00', '2026-09-10'],
    ['2026-03-28T00:30:00+14:00', '2026-03-28'],
  ])('%s means the day that is written, whatever its offset', (sent, day) => {
    expect(parseDate(sent)).toBe(day);
  });

  test('a moment without an offset has its day, and its instant falls on that day where the day exists', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true }),
        fc.constantFrom('Europe/Brussels', 'America/New_York', 'Asia/Kolkata', 'UTC'),
        (date, zone) => {
          const text = date.toISOString().slice(0, -1);
          const moment = parseMoment(text);
          if (!moment) throw new Error(`${text} was not read`);
          expect(dateOfMoment(moment)).toBe(text.slice(0, 10));
          expect(dateOfMoment({ ...moment, offset: 0 })).toBe(text.slice(0, 10));
          expect(instantOfMoment({ ...moment, offset: 0 }, zone)).toBe(date.getTime());
        },
      ),
      { numRuns: 500 },
    );
  });
});

test('instants are written as toISOString does, however far their days are apart', () => {
  fc.assert(
    fc.property(fc.array(fc.date({ noInvalidDate: true }), { minLength: 1 }), (dates) => {
      for (const date of dates) expect(isoText(date.getTime())).toBe(date.toISOString());
    }),
    { numRuns: 500 },
  );
});

test('a time means the same when it is read again, in each zone, and is noted again', () => {
  const zones = [BRUSSELS, 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
  const two = (number: number): string => String(number).padStart(2, '0');
  const sent = fc
    .tuple(
      fc.nat({ max: 12 }),
      fc.nat({ max: 31 }),
      fc.nat({ max: 24 }),
      fc.constantFrom('', 'Z', '.5', '+02:00', '.1234567'),
    )
    .map(([month, day, hour, end]) => `2026-${two(month)}-${two(day)}T${two(hour)}:30:00${end}`);
  const texts = fc.oneof(sent, fc.constantFrom('20260329', ' 20260329', '0001-01-01', 'tomorrow'));
  fc.assert(
    fc.property(fc.array(fc.tuple(texts, fc.constantFrom(...zones)), { minLength: 1, maxLength: 40 }), (drawn) => {
      for (const [text, zone] of [...drawn, ...drawn]) {
        const notes: unknown[] = [];
        const again: unknown[] = [];
        const moment = parseMoment(text);
        const expected = moment ? isoText(instantOfMoment(moment, zone)) : moment === null ? null : expect.any(Invalid);
        expect(parseInstant(text, zone, (note) => notes.push(note))).toEqual(expected);
        expect(parseInstant(text, zone, (note) => again.push(note))).toEqual(expected);
        expect(again).toEqual(notes);
        expect(notes).toHaveLength(moment && text.trim() === '20260329' ? 1 : 0);
      }
    }),
    { numRuns: 300 },
  );
});

test('what is remembered of times is bounded, and forgetting changes nothing', () => {
  const minute = (i: number): string => isoText(Date.UTC(2026, 0, 1) + i * 60_000).slice(0, 19);
  for (let i = 0; i < 10_000; i++) expect(parseInstant(minute(i), 'UTC')).toBe(`${minute(i)}.000Z`);
  for (const zone of Intl.supportedValuesOf('timeZone').slice(0, 60))
    expect(parseInstant('2026-06-01T12:00:00Z', zone)).toBe('2026-06-01T12:00:00.000Z');
  expect(parseInstant(minute(1), 'UTC')).toBe(`${minute(1)}.000Z`);
});
