import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDocument, type Shape } from '../../src/domain/documents.ts';
import { Invalid } from '../../src/domain/values/parse.ts';

const wrong = (value: unknown, shape: Shape): string => {
  const result = parseDocument(value, shape);
  expect(result).toBeInstanceOf(Invalid);
  return (result as Invalid).message;
};

describe('documents of a calendar', () => {
  test('are taken as JSON and as JSON text', () => {
    const sent = [{ start: '08:00', end: '12:00' }];
    expect(parseDocument(sent, 'hours')).toEqual(sent);
    expect(parseDocument(JSON.stringify(sent), 'hours')).toEqual(sent);
  });

  test('null and the empty string are no value, an empty list is one', () => {
    expect(parseDocument(null, 'hours')).toBeNull();
    expect(parseDocument('', 'hours')).toBeNull();
    expect(parseDocument([], 'hours')).toEqual([]);
  });

  test.each(['{', 'null', '5', '"x"', '{}', 7, true, {}])('%j is refused: a list is needed', (sent) => {
    for (const shape of ['hours', 'weekdays', 'holidays', 'overrides'] as const)
      expect(wrong(sent, shape)).toMatch(/must be (a list|JSON)/);
  });

  test('a list has at most 2,000 entries', () => {
    const days = Array.from({ length: 2001 }, () => '2026-12-25');
    expect(wrong(days, 'holidays')).toContain('more than 2,000');
    expect(parseDocument(days.slice(1), 'holidays')).toHaveLength(2000);
  });

  test('what is parsed is parsed to itself', () => {
    const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })).map(([h, m]) => h * 60 + m);
    const hours = fc
      .uniqueArray(time, { minLength: 0, maxLength: 6 })
      .map((times) => [...times].sort((a, b) => a - b))
      .map((times) => {
        const text = (t: number) => `${String(Math.floor(t / 60))}:${String(t % 60).padStart(2, '0')}`;
        return times.flatMap((t, i) => (i % 2 === 1 ? [{ Start: text(times[i - 1]!), END: text(t) }] : []));
      });
    fc.assert(
      fc.property(hours, (sent) => {
        const once = parseDocument(sent, 'hours');
        expect(once).not.toBeInstanceOf(Invalid);
        expect(parseDocument(once, 'hours')).toEqual(once);
        expect(parseDocument([...sent].reverse(), 'hours')).toEqual(once);
      }),
    );
  });
});

describe('dates of a calendar', () => {
  test.each(['2026-12-25', '2026-12-25T00:00:00Z', '2026-12-25T23:30:00-05:00', '20261225'])(
    '%s is 25 December, as written',
    (sent) => {
      expect(parseDocument([{ date: sent }], 'holidays')).toEqual([{ date: '2026-12-25' }]);
    },
  );

  test('the zero date is an open end of a range, and no holiday', () => {
    const range = { from: '2026-07-01', till: '0001-01-01T00:00:00', hours: [] };
    expect(parseDocument([range], 'overrides')).toEqual([{ from: '2026-07-01', hours: [] }]);
    expect(wrong(['0001-01-01'], 'holidays')).toBe('holidays[0]: needs a date');
  });

  test('a date without separators is noted', () => {
    const notes: string[] = [];
    parseDocument(['20261225'], 'holidays', ({ message }) => notes.push(message));
    expect(notes).toEqual(['20261225 was read as the date 2026-12-25.']);
  });
});

describe('business hours', () => {
  test('two spellings of the same hours are equal', () => {
    const stored = [
      { start: '08:00', end: '12:00' },
      { start: '13:00', end: '24:00' },
    ];
    expect(
      parseDocument(
        [
          { End: '24:00', Start: '13:00:00', note: 'late' },
          { START: ' 8:00', end: '12:00' },
        ],
        'hours',
      ),
    ).toEqual(stored);
  });

  test('hours may touch, but not overlap', () => {
    expect(parseDocument('[{"start":"08:00","end":"12:00"},{"start":"12:00","end":"17:00"}]', 'hours')).toHaveLength(2);
    expect(wrong('[{"start":"08:00","end":"12:00"},{"start":"11:59","end":"17:00"}]', 'hours')).toBe(
      '08:00-12:00 and 11:59-17:00 overlap',
    );
    expect(wrong('[{"start":"08:00","end":"12:00"},{"start":"08:00","end":"09:00"}]', 'hours')).toContain('overlap');
  });

  test.each([
    [{ start: '12:00', end: '12:00' }],
    [{ start: '17:00', end: '08:00' }],
    [{ start: '08:60', end: '12:00' }],
    [{ start: '08:00', end: '24:01' }],
    [{ start: '25:00', end: '26:00' }],
    [{ start: '08:00:30', end: '12:00' }],
    [{ start: 8, end: 12 }],
    [{ start: '08:00' }],
    [null],
    ['08:00-12:00'],
    [[]],
  ])('%j are no hours', (item) => {
    expect(wrong([item], 'hours')).toMatch(/^hours\[0\]: /);
  });
});

describe('the weekend', () => {
  test('is a set of days 1 to 7, in order', () => {
    expect(parseDocument([7, '6', 7], 'weekdays')).toEqual([6, 7]);
    expect(parseDocument('[]', 'weekdays')).toEqual([]);
  });
  test.each([0, 8, 1.5, 'Saturday', null, ''])('%j is no weekday', (day) => {
    expect(wrong([day], 'weekdays')).toMatch(/^weekend\[0\]: a weekday is 1/);
  });
});

describe('holidays', () => {
  test('are dates, alone or with a name, once or every year', () => {
    expect(
      parseDocument(
        [
          '2026-12-25',
          '2026-12-26T00:00:00',
          { Date: '2026-05-01', Name: 'Labour Day', yearly: true },
          { date: '2026-07-21', name: '' },
        ],
        'holidays',
      ),
    ).toEqual([
      { date: '2026-12-25' },
      { date: '2026-12-26' },
      { date: '2026-05-01', name: 'Labour Day', yearly: true },
      { date: '2026-07-21' },
    ]);
  });
  test.each(['2026-02-30', '25.12.2026', 20261225, null, {}, { date: '2026-12-32' }])('%j is no holiday', (item) => {
    expect(wrong([item], 'holidays')).toMatch(/^holidays\[0\]: .* is not a date/);
  });
  test('a name that cannot be stored is refused', () => {
    expect(wrong([{ date: '2026-12-25', name: 'a\0b' }], 'holidays')).toContain('NUL');
    expect(wrong('[{"date":"2026-12-25","name":"\\ud800"}]', 'holidays')).toContain('lone surrogate');
  });
});

describe('overrides', () => {
  const hours = [{ start: '09:00', end: '11:00' }];
  test.each([
    { weekday: 5, hours },
    { week: 'odd', hours },
    { week: 53, weekday: 1, hours },
    { date: '2026-12-24', hours },
    { from: '2026-07-01', till: '2026-08-31', hours: [] },
  ])('%j is kept', (item) => {
    expect(parseDocument([item], 'overrides')).toEqual([item]);
  });
  test('are stored in one spelling', () => {
    expect(
      parseDocument([{ Weekday: '5', WEEK: '7', Hours: [{ start: '9:00', end: '11:00' }], note: null }], 'overrides'),
    ).toEqual([{ weekday: 5, week: 7, hours }]);
  });
  test.each([
    [{ hours }, /needs weekday, week, date, or from and till/],
    [{ weekday: 5 }, /hours must be a list/],
    [{ weekday: 8, hours }, /weekday: /],
    [{ week: 54, hours }, /week: /],
    [{ week: 'every', hours }, /week: /],
    [{ date: 'tomorrow', hours }, /date: /],
    ['Monday', /must be an object/],
  ])('%j is refused', (item, why) => {
    expect(wrong([item], 'overrides')).toMatch(why);
  });
});
