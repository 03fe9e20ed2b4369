import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { countryOf } from '../src/domain/countries.ts';
import { kilometresBetween } from '../src/domain/geocoding.ts';
import { foldCode } from '../src/domain/place-name.ts';
import { locate } from '../src/engine/geocoding/locate.ts';
import { packRows } from '../src/engine/geocoding/pack-format.ts';
import { areaOfCode } from '../src/engine/geocoding/postal-areas.ts';
import { Gazetteers } from '../src/features/geocoding/gateway/gazetteers.ts';
import { addresses } from '../test/fixtures/addresses.ts';
import { table } from './figures.ts';

/** How well real country packs of GeoNames (TEST_DATA_DIR) find the known addresses and 300 random places of each pack. */
const FAR_KM = 30;
const PER_COUNTRY = 300;

const data = process.env['TEST_DATA_DIR'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const folder = path.join(data, 'geonames-postal');
if (!existsSync(folder))
  throw new Error(`${folder} is not there: set TEST_DATA_DIR to the folder that holds the packs.`);
const countries = readdirSync(folder).flatMap((name) => /^([A-Z]{2})\.txt\.gz$/.exec(name)?.[1] ?? []);
const read = (country: string): Buffer => gunzipSync(readFileSync(path.join(folder, `${country}.txt.gz`)));
const shipped = new Gazetteers({ marks: async () => new Map(), content: async () => undefined });
const withPacks = new Gazetteers({
  marks: async () => new Map(countries.map((country) => [country, '1'])),
  content: async (country) => (countries.includes(country) ? read(country) : undefined),
});

async function knownAddresses() {
  const errors: number[] = [];
  const covered = addresses.filter(([, country]) => countries.includes(countryOf(country) ?? ''));
  for (const [address, text, latitude, longitude] of covered) {
    const country = countryOf(text) ?? '';
    const found = locate(await withPacks.of(country), { country, address });
    if (found) errors.push(kilometresBetween(found, { latitude, longitude }));
  }
  errors.sort((a, b) => a - b);
  return {
    share: errors.length / covered.length,
    median: errors[Math.floor(errors.length / 2)] ?? Number.POSITIVE_INFINITY,
    far: errors.filter((error) => error > FAR_KM).length,
  };
}

async function randomPlaces(gazetteers: Gazetteers) {
  const counted = { asked: 0, answers: 0, wrong: 0, sure: 0, wrongButSure: 0 };
  let seed = 4242;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (const country of countries) {
    const rows = [...packRows(read(country).toString('utf8'))];
    const gazetteer = await gazetteers.of(country);
    for (let i = 0; i < PER_COUNTRY; i++) {
      const row = rows[random(rows.length)];
      counted.asked++;
      const found = row && locate(gazetteer, { country, address: `Dorfstraße 12, ${row.code} ${row.name}` });
      if (!found) continue;
      const isWrong = kilometresBetween(found, row) > FAR_KM;
      const isSure = found.confidence >= 0.7;
      counted.answers++;
      if (isWrong) counted.wrong++;
      if (isSure) counted.sure++;
      if (isWrong && isSure) counted.wrongButSure++;
    }
  }
  return counted;
}

/** Entries of the packs that are not where the beginning of their code says. */
async function outsideOfAreas(): Promise<number> {
  let [all, outside] = [0, 0];
  for (const country of countries) {
    const gazetteer = await shipped.of(country);
    for (const row of packRows(read(country).toString('utf8'))) {
      const area = areaOfCode(gazetteer, foldCode(country, row.code));
      if (!area) continue;
      all++;
      if (kilometresBetween(area.town, row) > area.reachKm) outside++;
    }
  }
  return outside / all;
}

const outside = await outsideOfAreas();
const known = await knownAddresses();
const villages = await randomPlaces(shipped);
const places = await randomPlaces(withPacks);
const targets: readonly (readonly [what: string, figure: number, target: string, isMet: boolean])[] = [
  ['known addresses found with packs', known.share, '>= 0.98', known.share >= 0.98],
  ['their median error in km', known.median, '<= 1.5', known.median <= 1.5],
  [`of them farther than ${FAR_KM} km`, known.far, '0', known.far === 0],
  ['entries outside of the area of their code', outside, '< 0.002', outside < 0.002],
  ['random places answered with what ships', villages.answers, '> 1000', villages.answers > 1000],
  ['of them wrong', villages.wrong / villages.answers, '< 0.1', villages.wrong / villages.answers < 0.1],
  [
    'of the sure ones wrong',
    villages.wrongButSure / villages.sure,
    '< 0.04',
    villages.wrongButSure / villages.sure < 0.04,
  ],
  ['random places found with packs', places.answers / places.asked, '> 0.999', places.answers / places.asked > 0.999],
  ['of them wrong', places.wrong / places.answers, '< 0.005', places.wrong / places.answers < 0.005],
];
console.log(
  table([
    ['', 'figure', 'target', ''],
    ...targets.map(([what, figure, target, isMet]) => [what, figure.toFixed(4), target, isMet ? 'met' : 'MISSED']),
  ]),
);
process.exitCode = targets.every(([, , , isMet]) => isMet) ? 0 : 1;
