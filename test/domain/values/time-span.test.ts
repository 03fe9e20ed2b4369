import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Invalid, parseLength, parseTimeOfDay } from '../../../src/domain/values/parse.ts';
import { formatTimeSpan, parseTimeSpan } from '../../../src/domain/values/time-span.ts';

const HOUR = 3_600_000;

describe('time spans', () => {
  test.each([
    ['01:30:00', 1.5 * HOUR],
    ['1:30', 1.5 * HOUR],
    ['00:00:00.5', 500],
    ['00:00:00.5000000', 500],
    ['00:00:00.0009999', 0],
    ['00:00:59.9999999', 59_999],
    ['2.03:00:00', 51 * HOUR],
    ['-01:30:00', -1.5 * HOUR],
    ['-1.00:00:00', -24 * HOUR],
    ['36000000000', HOUR],
    ['-36000000000', -HOUR],
    ['9999', 0],
    ['10000', 1],
    ['  01:00:00 ', HOUR],
  ])('%j is %d ms', (text, ms) => {
    expect(parseTimeSpan(text)).toBe(ms);
  });

  test.each([
    '',
    'one hour',
    '24:00:00',
    '01:60:00',
    '01:00:60',
    '01:00:00.',
    '01:00:00.12345678',
    '1.5',
    '1e3',
    'PT1H',
    '01-30',
    '--01:00',
    '99999999999999999999999999',
  ])('%j is no time span', (text) => {
    expect(parseTimeSpan(text)).toBeUndefined();
  });

  test('what is written reads back as the same length', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8e15, max: 8e15 }), (ms) => {
        expect(parseTimeSpan(formatTimeSpan(ms))).toBe(ms);
      }),
      { numRuns: 3000, examples: [[0], [1], [-1], [999], [86_399_999], [86_400_000], [-86_400_001]] },
    );
  });

  test('ticks and the written form of the same length are equal', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), (ms) => {
        expect(parseTimeSpan(`${ms}0000`)).toBe(ms);
      }),
      { numRuns: 1000, examples: [[1], [-1]] },
    );
  });

  test('lengths are written as .NET reads them', () => {
    expect([0, 500, 1.5 * HOUR, 51 * HOUR, -HOUR].map(formatTimeSpan)).toEqual([
      '00:00:00',
      '00:00:00.500',
      '01:30:00',
      '2.03:00:00',
      '-01:00:00',
    ]);
  });

  test('a parameter takes a text or a JSON number of ticks, and nothing else', () => {
    expect(parseLength('01:00:00')).toBe(HOUR);
    expect(parseLength(36_000_000_000)).toBe(HOUR);
    expect(parseLength('')).toBeNull();
    expect(parseLength(null)).toBeNull();
    expect(parseLength(true)).toBeInstanceOf(Invalid);
    expect(parseLength(1.5)).toBeInstanceOf(Invalid);
  });
});

describe('times of day', () => {
  test.each([
    ['08:30', '08:30:00.000'],
    ['08:30:15', '08:30:15.000'],
    ['8:30', '08:30:00.000'],
    ['08:30:15.5', '08:30:15.500'],
    ['23:59:59.9999999', '23:59:59.999'],
    ['306000000000', '08:30:00.000'],
    [306_000_000_000, '08:30:00.000'],
    [0, '00:00:00.000'],
    ['2026-03-28T08:30:00', '08:30:00.000'],
    ['2026-03-28 08:30', '08:30:00.000'],
    ['2026-03-28T08:30:00Z', '08:30:00.000'],
    ['2026-12-31T23:59:59.999999999', '23:59:59.999'],
  ])('%j is %s', (sent, time) => {
    expect(parseTimeOfDay(sent)).toBe(time);
  });

  test.each(['24:00', '-01:00', 'noon', true, '2026-02-30T08:30:00'])('%j is no time of day', (sent) => {
    expect(parseTimeOfDay(sent)).toBeInstanceOf(Invalid);
  });

  test.each([
    ['1.01:01:00', '01:01:00.000'],
    ['1.08:30:00', '08:30:00.000'],
    ['864000000000', '00:00:00.000'],
    ['12.23:59:59.9990000', '23:59:59.999'],
  ])('of %j, which is longer than a day, the time of day is taken with a note', (sent, time) => {
    const notes: unknown[] = [];
    expect(parseTimeOfDay(sent, (note) => notes.push(note))).toBe(time);
    expect(notes).toMatchObject([{ message: expect.stringContaining(time.slice(0, 8)), strict: { code: 'REQ014' } }]);
  });

  test('every time span of .NET is read to the millisecond, whole days included', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40_000 }),
        fc.integer({ min: 0, max: 86_399_999 }),
        fc.integer({ min: 0, max: 9999 }),
        (days, ms, ticks) => {
          const clock = new Date(ms).toISOString().slice(11, -1);
          const span = `${days > 0 ? `${days}.` : ''}${clock}${String(ticks).padStart(4, '0')}`;
          expect(parseTimeSpan(span)).toBe(days * 86_400_000 + ms);
          expect(parseTimeSpan(String((days * 86_400_000 + ms) * 10_000 + ticks))).toBe(days * 86_400_000 + ms);
          expect(parseTimeOfDay(span)).toBe(clock);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('no value is no time', () => {
    expect(parseTimeOfDay('')).toBeNull();
    expect(parseTimeOfDay(null)).toBeNull();
  });

  test.each(['0001-01-01T08:30:00', '1753-01-01 08:30:00'])(
    '%s is 08:30: a bare time travels on the zero date of its back office',
    (sent) => {
      expect(parseTimeOfDay(sent)).toBe('08:30:00.000');
    },
  );

  test.each(['0001-01-01T00:00:00', '1753-01-01T00:00:00'])('%s, the zero date itself, means none', (sent) => {
    expect(parseTimeOfDay(sent)).toBeNull();
  });
});
