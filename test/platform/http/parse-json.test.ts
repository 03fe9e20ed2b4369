import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonScan } from '../../../src/platform/http/json-scan.ts';
import { parseJson } from '../../../src/platform/http/parse-json.ts';

/** As it is read from a connection: the scan says where to cut. */
function parsed(text: string): Promise<unknown> {
  const bytes = Buffer.from(text);
  const scan = new JsonScan('json');
  for (let at = 0; at < bytes.length; at += 10_000) scan.push(bytes.subarray(at, at + 10_000));
  return parseJson(bytes, scan.cuts);
}

/** Large enough to be parsed in pieces, with large values on any level. */
const filler = fc.nat({ max: 150_000 }).map((length) => 'é"\\\n,[{'.repeat(length / 7));
const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '', '1', ','));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.jsonValue({ maxDepth: 2 }),
    filler,
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(name, tie('value'), { maxKeys: 6, noNullPrototype: true }),
    fc.array(fc.constant({ a: [1, 'x'] }), { maxLength: 6000, minLength: 3000 }),
  ),
}));

describe('a body that is parsed in pieces', () => {
  test('becomes what JSON.parse makes of it', async () => {
    await fc.assert(
      fc.asyncProperty(value, fc.constantFrom(undefined, 1), async (sent, indent) => {
        const text = JSON.stringify([sent, 'x'.repeat(70_000), sent], null, indent);
        const result = await parsed(text);
        expect(JSON.stringify(result)).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 60 },
    );
  });

  test.each<[string, string]>([
    ['a comma too many', `[${'1,'.repeat(60_000)}]`],
    ['two commas', `[${'1,'.repeat(40_000)},${'1,'.repeat(40_000)}1]`],
    ['a comma at the beginning', `[,${'1,'.repeat(60_000)}1]`],
    ['no end', `[${'1,'.repeat(60_000)}1`],
    ['an end too many', `[${'1,'.repeat(60_000)}1]]`],
    ['the wrong end', `[${'{},'.repeat(60_000)}1}`],
    ['the wrong end inside', `[{"a":[${'{},'.repeat(60_000)}1}]]`],
    ['no colon', `{"a" [${'{},'.repeat(60_000)}1]}`],
    ['no name', `{[${'{},'.repeat(60_000)}1]}`],
    ['an open string', `["${'x'.repeat(80_000)}]`],
    ['text behind it', `[${'1,'.repeat(60_000)}1] true`],
    ['bare words', `[${'one,'.repeat(60_000)}two]`],
  ])('is refused where it has %s', async (_name, text) => {
    expect(() => JSON.parse(text)).toThrow();
    await expect(parsed(text)).rejects.toMatchObject({ detail: { code: 'REQ001' } });
  });

  test('may be an empty list with much space in it, begin with a byte order mark, and repeat a name', async () => {
    expect(await parsed(`[${' '.repeat(80_000)}]`)).toEqual([]);
    expect(await parsed(`{${'\n'.repeat(80_000)}}`)).toEqual({});
    expect(await parsed(`\ufeff["${'x'.repeat(80_000)}"]`)).toHaveLength(1);
    expect(await parsed('\ufeff[1]')).toEqual([1]);
    expect(await parsed(`{"a":1,"b":"${'x'.repeat(80_000)}","a":2}`)).toMatchObject({ a: 2 });
  });

  test('lets others have their turn', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await parsed(`[${'{"a":[1,2,3]},'.repeat(400_000)}1]`);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });
});

describe('the look at a body before it is parsed', () => {
  const scanned = (text: string, size: number): JsonScan => {
    const scan = new JsonScan('json');
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) scan.push(bytes.subarray(at, at + size));
    return scan;
  };

  test('finds the same, however the body is cut into chunks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        (sent, size) => {
          const text = JSON.stringify(sent);
          const [whole, cut] = [scanned(text, text.length * 4), scanned(text, size)];
          expect(cut.items).toBe(sent.length);
          expect(cut.cost).toBe(whole.cost);
        },
      ),
      { examples: [[['\\', '"', 'a\\"', '[,{'], 1]] },
    );
  });

  test('counts what little bytes become: an empty object takes more than 20 times its size', () => {
    expect(scanned(`[${'{},'.repeat(1000)}{}]`, 4096).cost).toBeGreaterThan(20 * 3000);
  });

  test.each<[string, string, string]>([
    ['33 levels', '['.repeat(33), 'REQ001'],
    ['a string of 9 MB', `["${'x'.repeat(9_000_000)}`, 'REQ004'],
    ['a number of 2 MB', `[${'1'.repeat(2_000_000)}`, 'REQ004'],
    ['2 MB of blanks', `[${' '.repeat(2_000_000)}`, 'REQ004'],
  ])('refuses %s', (_name, text, code) => {
    expect(() => scanned(text, 65_536)).toThrow(expect.objectContaining({ detail: expect.objectContaining({ code }) }));
  });
});
