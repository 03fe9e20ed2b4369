import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { JsonBody } from '../../../src/platform/http/json-body.ts';

/** As it arrives over a connection, in chunks of some sizes. */
function arrived(bytes: Buffer, sizes: readonly number[], repeated?: string, most?: number): JsonBody {
  const body = new JsonBody(repeated, most);
  for (let at = 0, i = 0; at < bytes.length; i++) {
    at = Math.min(bytes.length, at + (sizes[i % sizes.length] as number));
    body.push(bytes.subarray(0, at));
  }
  body.end(bytes);
  return body;
}

const read = async (text: string, sizes: readonly number[] = [65_536], repeated?: string): Promise<unknown> => {
  const bytes = Buffer.from(text);
  return arrived(bytes, sizes, repeated).value(bytes);
};

const refusal = (code: string) => expect.objectContaining({ detail: expect.objectContaining({ code }) });

const sizes = fc.array(fc.integer({ min: 1000, max: 100_000 }), { minLength: 1, maxLength: 5 });
/** Texts with what looks like the end of an object, of a list or of a text. */
const text = fc.string({ unit: fc.constantFrom('a', 'é', '"', '\\', '},', '{"', ']', '\n', '😀'), maxLength: 12 });
const NAMES = ['A', 'B"', 'C]', 'D,'];
const call = fc.record(
  {
    Procedure: text,
    Names: fc.constantFrom<unknown>(NAMES.slice(0, 1), NAMES.slice(0, 2), NAMES, [], [1], 'A', null, {
      Names: NAMES.slice(0, 1),
    }),
    Values: fc.array(fc.oneof(text, fc.constant(null), fc.integer(), fc.constant({ Names: ['A'], more: [{}] })), {
      maxLength: 5,
    }),
  },
  { requiredKeys: ['Values'] },
);
/** Long enough to be cut, by repeating a few calls. */
const long = fc
  .tuple(fc.array(call, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 4000 }))
  .map(([calls, times]) => Array.from({ length: calls.length * times }, (_, i) => calls[i % calls.length]));

describe('a body that arrives', () => {
  test('becomes what JSON.parse makes of it, however it is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(long, fc.jsonValue({ maxDepth: 3 })),
        sizes,
        fc.constantFrom(undefined, 'Names'),
        fc.constantFrom(undefined, 1),
        fc.constantFrom('', ' ', '\ufeff\n'),
        async (sent, chunks, repeated, indent, before) => {
          const json = JSON.stringify(sent, null, indent);
          expect(await read(`${before}${json}\n `, chunks, repeated)).toEqual(JSON.parse(json));
        },
      ),
      { numRuns: 150 },
    );
  });

  test('has as many elements as it has, and costs about what it costs when it is looked at byte by byte', () => {
    const object = `{"a":[1,"x",null],"b":{"c":2}}`;
    const whole = Buffer.from(`[${`${object},`.repeat(9999)}${object}]`);
    // A list of other things is looked at byte by byte.
    const other = Buffer.from(`[1,${`${object},`.repeat(9999)}${object}]`.replaceAll('},', '} ,'));
    const [parsed, looked] = [arrived(whole, [65_536]), arrived(other, [65_536])];
    expect(parsed.items).toBe(10_000);
    expect(looked.items).toBe(10_001);
    expect(Math.abs(parsed.cost / looked.cost - 1)).toBeLessThan(0.1);
  });

  test('with more elements than are allowed is counted to its end, and not parsed', async () => {
    const unit = '{"a":"x"},';
    const bytes = Buffer.from(`[${unit.repeat(999_999)}{"a":"x"}]`);
    const parse = vi.spyOn(JSON, 'parse');
    try {
      const body = arrived(bytes, [65_536], undefined, 10_000);
      expect(body.items).toBe(1_000_000);
      const parsed = parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
      expect(parsed).toBeGreaterThan(10_000 * unit.length);
      expect(parsed).toBeLessThan(10_000 * unit.length + 3 * 65_536);
    } finally {
      parse.mockRestore();
    }
  });

  test('with as many elements as are allowed is read as a whole', async () => {
    const sent = Array.from({ length: 10_000 }, (_, i) => ({ a: `x${i}` }));
    const bytes = Buffer.from(JSON.stringify(sent));
    const body = arrived(bytes, [65_536], undefined, 10_000);
    expect(body.items).toBe(10_000);
    expect(await body.value(bytes)).toEqual(sent);
  });

  test('counts what little bytes become while they arrive', () => {
    const bytes = Buffer.from(`[${'{},'.repeat(100_000)}{}]`);
    const body = new JsonBody();
    body.push(bytes.subarray(0, 200_000));
    expect(body.cost).toBeGreaterThan(20 * 180_000);
  });

  const filler = '{"a":"x"},'.repeat(20_000);
  test.each<[string, string]>([
    ['a comma too many', `[${filler}]`],
    ['a comma too many, and blanks', `[${filler} \n]`],
    ['two commas', `[${filler},${filler}1]`],
    ['a comma at the beginning', `[,${filler}1]`],
    ['no end', `[${filler}1`],
    ['no end and no element', `[${filler}`],
    ['an end too many', `[${filler}1]]`],
    ['the wrong end', `[${filler}1}`],
    ['an open text at the end', `[${filler}"x]`],
    ['an open text in the middle', `[${filler}{"a":"x},${filler}1]`],
    ['an open bracket in the middle', `[${filler}{"a":[},${filler}1]`],
    ['text behind it', `[${filler}1] true`],
    ['bare words', `[${filler}${'one,'.repeat(60_000)}two]`],
    ['bytes that are not UTF-8', 'latin1'],
  ])('is refused where it has %s', async (what, json) => {
    const bytes = json === 'latin1' ? Buffer.from(`[${filler}"é"]`, 'latin1') : Buffer.from(json);
    if (json !== 'latin1') expect(() => JSON.parse(json), what).toThrow();
    for (const chunks of [[65_536], [10_000], [200_000]])
      await expect((async () => arrived(bytes, chunks).value(bytes))()).rejects.toEqual(refusal('REQ001'));
  });

  test.each<[string, string, string]>([
    ['33 levels in a list', `[${filler}${'['.repeat(32)}${']'.repeat(32)},${filler}1]`, 'REQ001'],
    ['33 levels at the end', `[${filler}${'['.repeat(32)}${']'.repeat(32)}]`, 'REQ001'],
    ['a million levels', `[${filler}${'['.repeat(1_000_000)}`, 'REQ001'],
    ['a string of 9 MB', `[${filler}"${'x'.repeat(9_000_000)}"]`, 'REQ004'],
    ['2 MB of blanks', `[${filler}${' '.repeat(2_000_000)}1]`, 'REQ004'],
  ])('is refused with %s, as soon as it is seen', (_name, json, code) => {
    expect(() => arrived(Buffer.from(json), [65_536])).toThrow(refusal(code));
  });

  test('may be 32 levels deep', async () => {
    const json = `[${filler}${'['.repeat(31)}${']'.repeat(31)}]`;
    expect(await read(json)).toHaveLength(20_001);
  });
});

describe('a list that is repeated', () => {
  const element = (i: number, names: readonly string[]) => ({ Names: names, Values: [String(i), 'x'.repeat(20)] });
  const NAMED = ['First', 'Second name'];

  test('is parsed once, and stands in all elements that have it', async () => {
    const sent = Array.from({ length: 4000 }, (_, i) => element(i, i % 2 === 0 ? NAMED : ['Third']));
    const found = (await read(JSON.stringify(sent), [65_536], 'Names')) as typeof sent;
    expect(found).toEqual(sent);
    // The end of a body is parsed as it is.
    expect(new Set(found.slice(0, 3000).map(({ Names }) => Names)).size).toBe(2);
  });

  test('may be one of many: what is not known any more is parsed as it is', async () => {
    const sent = Array.from({ length: 4000 }, (_, i) => element(i, [`N${i % 40}`]));
    expect(await read(JSON.stringify(sent), [65_536], 'Names')).toEqual(sent);
  });

  test('is found on deeper levels, and not within texts', async () => {
    const json = JSON.stringify({ Names: NAMED });
    const sent = Array.from({ length: 4000 }, (_, i) => ({
      ...element(i, NAMED),
      more: [{ Names: NAMED }],
      text: json,
      [json]: 1,
    }));
    expect(await read(JSON.stringify(sent), [65_536], 'Names')).toEqual(sent);
  });

  test('keeps a text that is no list as it is', async () => {
    const sent = Array.from({ length: 4000 }, (_, i) => ({ Names: i % 2 ? 'Names' : NAMED, Values: ['x'.repeat(20)] }));
    expect(await read(JSON.stringify(sent), [65_536], 'Names')).toEqual(sent);
  });
});
