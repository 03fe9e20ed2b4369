import fc from 'fast-check';
import JSON5 from 'json5';
import { describe, expect, test } from 'vitest';
import { jsonOf } from '../../src/domain/json5.ts';

const read = (text: string): unknown => {
  const json = jsonOf(text);
  return json === undefined ? undefined : JSON.parse(json);
};

describe('JSON5 as people write it', () => {
  test.each<[string, unknown]>([
    ["// a comment\n{ 'a': 1, /* another * one **/ b: [1, 2, 3,], }", { a: 1, b: [1, 2, 3] }],
    [
      `{quote: 'say "no"', apostrophe: 'it\\'s', both: "it's"}`,
      { quote: 'say "no"', apostrophe: "it's", both: "it's" },
    ],
    [
      '{ $schema: "x", _a1: +1, b: .5, c: 5., d: 0xFF, e: -0x10, f: 1e3 }',
      { $schema: 'x', _a1: 1, b: 0.5, c: 5, d: 255, e: -16, f: 1000 },
    ],
    ["{ true: true, null: null, 'a b': '\\u0041\\n' }", { true: true, null: null, 'a b': 'A\n' }],
    ['\ufeff [ ] // the end', []],
    ["['//', \"/* */\", '[,]']", ['//', '/* */', '[,]']],
  ])('%s', (text, value) => {
    expect(read(text)).toEqual(value);
    expect(JSON5.parse(text)).toEqual(value);
  });

  test.each([
    '[,]',
    '{,}',
    '[1,,2]',
    '{a:1,,}',
    '{a b: 1}',
    '[012]',
    "'\\x41'",
    "'two\\\nlines'",
    '[Infinity]',
    "'open",
    '[1 2',
    '/* open',
  ])('%s is left to the slow parser', (text) => {
    let value: unknown;
    try {
      value = read(text);
    } catch {
      value = undefined;
    }
    expect(value).toBeUndefined();
  });
});

/** A value written down in one of the many ways that JSON5 has. */
const spaces = fc.constantFrom('', ' ', '\n', '/* c */', '// c\n', '\t');
const spelled = (value: unknown, rng: () => string, flip: () => boolean): string => {
  const text = (of: string): string =>
    flip() ? JSON.stringify(of) : `'${JSON.stringify(of).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value))
    return `[${rng()}${value.map((each) => spelled(each, rng, flip)).join(`${rng()},`)}${value.length > 0 && flip() ? ',' : ''}${rng()}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) =>
        `${rng()}${/^[a-z]+$/.test(name) && flip() ? name : text(name)}${rng()}:${rng()}${spelled(member, rng, flip)}`,
    );
    return `{${members.join(',')}${members.length > 0 && flip() ? ',' : ''}${rng()}}`;
  }
  return JSON.stringify(value);
};

test('whatever it reads, the reference parser reads the same', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 4 }),
      fc.array(spaces, { minLength: 1 }),
      fc.array(fc.boolean(), { minLength: 1 }),
      (value, gaps, flips) => {
        let [gap, turn] = [0, 0];
        const text = spelled(
          value,
          () => gaps[gap++ % gaps.length] as string,
          () => flips[turn++ % flips.length] as boolean,
        );
        const own = read(text);
        if (own !== undefined) expect(own).toEqual(JSON5.parse(text));
      },
    ),
    { numRuns: 500 },
  );
});

test('any text that it reads at all is JSON5', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    'a',
    "'b'",
    '"c"',
    '1',
    '.',
    '//x\n',
    '/*x*/',
    ' ',
    'true',
    '-',
    '\\',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      let own: unknown;
      try {
        own = read(text);
      } catch {
        return;
      }
      if (own !== undefined) expect(own).toEqual(JSON5.parse(text));
    }),
    { numRuns: 3000 },
  );
});
