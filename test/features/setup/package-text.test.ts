import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../src/domain/errors.ts';
import { readPackageText } from '../../../src/features/setup/package-text.ts';

const MIB = 1_048_576;
const read = (text: string, isYaml = false): Promise<unknown> => readPackageText({ bytes: Buffer.from(text), isYaml });
const refusalOf = async (text: string, isYaml = false): Promise<{ code: string; message: string }> => {
  const error = await read(text, isYaml).catch((thrown: unknown) => thrown);
  if (!(error instanceof Refusal)) throw new Error('was read');
  return error.detail;
};

describe('a package in JSON5', () => {
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
    ["'\\x41'", 'A'],
    ["'two\\\nlines'", 'twolines'],
  ])('%s is read', async (text, value) => {
    expect(await read(text)).toEqual(value);
  });

  test.each(['[,]', '{,}', '[1,,2]', '{a:1,,}', '{a b: 1}', '[012]', "'open", '[1 2', '/* open'])(
    '%s is refused with its line and column',
    async (text) => {
      expect(await refusalOf(text)).toMatchObject({
        code: 'REQ001',
        message: expect.stringMatching(/^The package is neither JSON nor JSON5: line \d+, column \d+\.$/),
      });
    },
  );

  test('sets no prototype', async () => {
    const value = (await read("{__proto__: {admin: true}, a: 'b'}")) as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value['admin']).toBeUndefined();
  });

  test('may have 1 MiB; a larger one is refused with the position where it is no longer JSON', async () => {
    const padded = (size: number): string => `{a: '${'x'.repeat(size - 7)}'}`;
    expect(padded(MIB)).toHaveLength(MIB);
    expect(await read(padded(MIB))).toHaveProperty('a');
    const { code, message } = await refusalOf(padded(MIB + 1));
    expect(code).toBe('REQ004');
    expect(message).toMatch(/^The package is not valid JSON \(position 1\b.*1 MiB at most: send JSON\.$/);
  });

  test('that is larger and malformed does not reach the slow parser', async () => {
    expect(await refusalOf(`[${'1,'.repeat(MIB)}`)).toMatchObject({ code: 'REQ004' });
  });
});

test('a package in JSON is read at any size', async () => {
  const value = { a: 'x'.repeat(2 * MIB) };
  expect(await read(JSON.stringify(value))).toEqual(value);
});

test('every JSON value is read the same with a trailing comment as without', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
      const text = JSON.stringify(value);
      expect(await read(`${text} // JSON5`)).toEqual(JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});
