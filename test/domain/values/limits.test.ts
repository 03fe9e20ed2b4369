import { describe, expect, test } from 'vitest';
import { LONGEST_TEXT, MOST_TEXTS } from '../../../src/domain/text-limits.ts';
import { Invalid, parseDecimal } from '../../../src/domain/values/parse.ts';
import { kinds } from '../../../src/records/derive/kinds.ts';
import { models } from '../../../src/records/derive/model.ts';

const columns = [...models.values()].flatMap((model) =>
  model.columns.map((column) => ({ name: `${model.name}.${column.property}`, ...column })),
);

/** Each of them makes some parser work for minutes that gets all of it. */
const HOSTILE = {
  marks: '\u0315\u0300\u05ae\u0301',
  zeros: '0',
  blanks: ' ',
  digits: '9',
} as const;

describe('the length of values', () => {
  test.each(Object.entries(HOSTILE))('no column takes 16,000,004 characters of %s', (_name, unit) => {
    const sent = `${unit.repeat(16_000_000 / unit.length)}xxxx`;
    for (const { name, kind, spec } of columns) {
      const value = kind.parse(sent, spec, 'Europe/Brussels');
      expect(value, name).toBeInstanceOf(Invalid);
      expect((value as Invalid).message.length, name).toBeLessThan(500);
    }
  });

  test('every text column has a maximum of 1,000,000 characters or less, and takes just as many', () => {
    for (const { name, kind, spec } of columns.filter((each) => each.spec.kind === 'text')) {
      const most = spec.longest ?? spec.max ?? LONGEST_TEXT;
      expect(most, name).toBeLessThanOrEqual(LONGEST_TEXT);
      expect(kind.parse('x'.repeat(most), spec, 'UTC'), name).toBe('x'.repeat(most));
      expect(kind.parse('x'.repeat(most + 1), spec, 'UTC'), name).toMatchObject({ code: 'REQ013' });
    }
  });

  test('text beyond its documented length is accepted up to 4,000 characters, parts of keys up to 100', () => {
    const longest = (name: string) => columns.find((each) => each.name === name)?.spec.longest;
    expect(longest('Job.siteCity')).toBe(4000);
    expect(longest('Job.jobNo')).toBe(100);
    expect(longest('Appointment.jobNo')).toBe(100);
    expect(longest('Calendar.code')).toBeUndefined();
    for (const { name, spec } of columns)
      if (/^(Container|TimeEntry|TimeSession)\./.test(name)) expect(spec.longest, name).toBeUndefined();
  });

  test('no part of a key is longer than what may be folded', () => {
    for (const model of models.values())
      for (const { property, spec } of model.keyColumns)
        if (spec.kind === 'text')
          expect(spec.longest ?? spec.max, `${model.name}.${property}`).toBeLessThanOrEqual(4000);
  });

  test('a list of texts has a maximum', () => {
    const spec = { kind: 'texts', required: false, max: 10 } as const;
    expect(kinds.texts.parse(Array(MOST_TEXTS + 1).fill('a'), spec, 'UTC')).toMatchObject({ code: 'REQ013' });
    expect(kinds.texts.parse(Array(MOST_TEXTS).fill('a'), spec, 'UTC')).toHaveLength(MOST_TEXTS);
  });

  test.each([
    ['000123.50', '000123.50'],
    ['-0', '-0'],
    ['.5', '.5'],
    ['0.1234565', '0.123457'],
    ['999999999999.9999999', 'REQ014'],
    ['1000000000000', 'REQ014'],
    ['', null],
    ['.', 'REQ014'],
  ])('the decimal %j is %j', (sent, expected) => {
    const value = parseDecimal(sent);
    expect(value instanceof Invalid ? value.code : value).toBe(expected);
  });

  test('a decimal of a million zeros and a letter is refused at once', () => {
    expect(parseDecimal(`${'0'.repeat(1_000_000)}x`)).toBeInstanceOf(Invalid);
  });
});
