import { describe, expect, test } from 'vitest';
import { exampleOf, matches, parseFilter } from '../../../src/domain/scim/filter.ts';

const compare = (path: string, operator: string, value: unknown) => ({ kind: 'compare', path, operator, value });

describe('a SCIM filter', () => {
  test.each<[string, unknown]>([
    ['userName eq "anna@example.com"', compare('userName', 'eq', 'anna@example.com')],
    ['USERNAME Eq "a"', compare('userName', 'eq', 'a')],
    ['externalId eq "a \\"b\\" c"', compare('externalId', 'eq', 'a "b" c')],
    ['active eq true', compare('active', 'eq', true)],
    ['active eq False', compare('active', 'eq', false)],
    ['title pr', { kind: 'present', path: 'title' }],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "a"', compare('userName', 'sw', 'a')],
    ['emails[type eq "work"].value eq "a@b"', compare('emails.value', 'eq', 'a@b')],
    ['members[value eq "7"]  pr', { kind: 'present', path: 'members' }],
    [
      'userName eq "a" and (active eq true or not (title pr))',
      {
        kind: 'and',
        parts: [
          compare('userName', 'eq', 'a'),
          {
            kind: 'or',
            parts: [compare('active', 'eq', true), { kind: 'not', part: { kind: 'present', path: 'title' } }],
          },
        ],
      },
    ],
  ])('%s', (text, expected) => {
    expect(parseFilter(text)).toEqual(expected);
  });

  test.each([
    '',
    'userName',
    'userName eq',
    'userName eq a"',
    'userName eq "a',
    'userName is "a"',
    'userName gt "a"',
    'userName eq "a" userName eq "b"',
    '(userName eq "a"',
    'userName eq "a")',
    'a.b.c eq "x"',
    '__proto__ eq "x"',
    'userName eq undefined',
    `${'('.repeat(40)}userName pr${')'.repeat(40)}`,
    `${'not '.repeat(40)}userName pr`,
    Array.from({ length: 60 }, () => 'userName pr').join(' or '),
    `userName eq "${'x'.repeat(3000)}"`,
  ])('is refused: %.60s', (text) => {
    expect(() => parseFilter(text)).toThrow(/^filter: /);
  });

  test('and with or: and binds first', () => {
    const filter = parseFilter('type eq "a" or type eq "b" and primary eq "True"');
    expect(matches(filter, { type: 'a' })).toBe(true);
    expect(matches(filter, { type: 'B' })).toBe(false);
    expect(matches(filter, { type: 'B', primary: true })).toBe(true);
  });

  test.each<[string, boolean]>([
    ['value co "mid"', true],
    ['value sw "a"', true],
    ['value ew "z"', true],
    ['value ne "A-mid-Z"', false],
    ['other pr', false],
    ['not (value pr)', false],
  ])('matches elements: %s', (text, expected) => {
    expect(matches(parseFilter(text), { value: 'a-mid-z' })).toBe(expected);
  });

  test('gives the element that would match, where it says so', () => {
    expect(exampleOf(parseFilter('type eq "work" and primary eq true'))).toEqual({ type: 'work', primary: true });
    expect(exampleOf(parseFilter('type eq "work" or primary eq true'))).toBeUndefined();
    expect(exampleOf(parseFilter('type sw "work"'))).toBeUndefined();
  });
});
