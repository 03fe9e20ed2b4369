import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { TableRow } from '../../src/engine/geocoding/country-table.ts';
import { packRows } from '../../src/engine/geocoding/pack-format.ts';
import { Gazetteers, type PackStore } from '../../src/features/geocoding/gateway/gazetteers.ts';

/** A few lines of several countries, made by hand: enough for every pitfall. */
export const HANDMADE = fileURLToPath(new URL('../fixtures/packs.txt', import.meta.url));

const storeOf = (packs: ReadonlyMap<string, () => Buffer>): PackStore => ({
  marks: async () => new Map([...packs.keys()].map((country) => [country, '1'])),
  content: async (country) => packs.get(country)?.(),
});

export function handmade(): Gazetteers {
  const lines = readFileSync(HANDMADE, 'utf8').split('\n');
  const countries = new Set(lines.map((line) => line.slice(0, 2)).filter((country) => country !== ''));
  return new Gazetteers(
    storeOf(
      new Map(
        [...countries].map((country) => [
          country,
          () => Buffer.from(lines.filter((line) => line.startsWith(`${country}\t`)).join('\n')),
        ]),
      ),
    ),
  );
}

export const shippedOnly = (): Gazetteers => new Gazetteers(storeOf(new Map()));

/** What is not part of the product stands beside it (or in TEST_DATA_DIR): whole packs of GeoNames, recorded answers. */
const data = process.env['TEST_DATA_DIR'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
const folder = path.join(data, 'geonames-postal');

/** Says so where everybody sees it: a test that is skipped in silence is forgotten. */
function missing(what: string): undefined {
  console.warn(`SKIPPED: ${what} is not there. Set TEST_DATA_DIR to the folder that holds it.`);
  return undefined;
}

/** An answer that was recorded from a real service. */
export function recorded(name: string): string | undefined {
  const file = path.join(data, 'fixtures', name);
  return existsSync(file) ? readFileSync(file, 'utf8') : missing(file);
}

interface RealPacks {
  readonly countries: readonly string[];
  readonly gazetteers: Gazetteers;
  rowsOf(country: string): TableRow[];
}

export function realPacks(): RealPacks | undefined {
  if (!existsSync(folder)) return missing(folder);
  const countries = readdirSync(folder).flatMap((name) => /^([A-Z]{2})\.txt\.gz$/.exec(name)?.[1] ?? []);
  const read = (country: string) => () => gunzipSync(readFileSync(`${folder}/${country}.txt.gz`));
  if (countries.length === 0) return missing(folder);
  return {
    countries,
    gazetteers: new Gazetteers(storeOf(new Map(countries.map((each) => [each, read(each)])))),
    rowsOf: (country) => [...packRows(read(country)().toString('utf8'))],
  };
}
