import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { countryOf } from '../src/domain/countries.ts';
import type { Gazetteer } from '../src/domain/geocoding.ts';
import { locate } from '../src/engine/geocoding/locate.ts';
import { Gazetteers } from '../src/features/geocoding/gateway/gazetteers.ts';
import { addresses } from '../test/fixtures/addresses.ts';
import { round, table } from './figures.ts';

/**
 * The offline geocoder: addresses a second on one core, by the processor time that it took, and the memory of what is loaded. With country packs
 * where they are at hand (TEST_DATA_DIR).
 */
const TARGET_PER_SECOND = 5000;
const TARGET_MB = 150;
const SECONDS = 3;

const data = process.env['TEST_DATA_DIR'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const folder = path.join(data, 'geonames-postal');
const packs = existsSync(folder)
  ? readdirSync(folder).flatMap((name) => /^([A-Z]{2})\.txt\.gz$/.exec(name)?.[1] ?? [])
  : [];

const memory = (): number => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};
const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

interface Figures {
  readonly loadMs: number;
  readonly megabytes: number;
  readonly perSecond: number;
  readonly misspelledPerSecond: number;
}

const known = addresses.map(([address, text]) => ({ address, country: countryOf(text) ?? '' }));

function rate(queries: readonly { readonly address: string; readonly gazetteer: Gazetteer }[]): number {
  const start = processorMs();
  let done = 0;
  while (processorMs() - start < SECONDS * 1000)
    for (const { address, gazetteer } of queries) {
      locate(gazetteer, { country: gazetteer.country, address });
      done++;
    }
  return (done / (processorMs() - start)) * 1000;
}

/** The middle letter of the longest word is another one: the slow way, of which the data of an ERP hold some in a hundred. */
const misspelled = (address: string): string => {
  const longest = address.split(/[\s,]+/).reduce((a, b) => (b.length > a.length && /^\p{L}+$/u.test(b) ? b : a), '');
  const at = Math.floor(longest.length / 2);
  return address.replace(longest, `${longest.slice(0, at)}x${longest.slice(at + 1)}`);
};

async function measure(withPacks: readonly string[]): Promise<Figures> {
  const before = memory();
  const gazetteers = new Gazetteers({
    marks: async () => new Map(withPacks.map((country) => [country, '1'])),
    content: async (country) => gunzipSync(readFileSync(path.join(folder, `${country}.txt.gz`))),
  });
  const start = processorMs();
  const queries: { address: string; gazetteer: Gazetteer }[] = [];
  for (const { address, country } of known) queries.push({ address, gazetteer: await gazetteers.of(country) });
  const loadMs = processorMs() - start;
  const perSecond = rate(queries);
  const misspelledPerSecond = rate(
    queries.map(({ address, gazetteer }) => ({ address: misspelled(address), gazetteer })),
  );
  return { loadMs, perSecond, misspelledPerSecond, megabytes: memory() - before };
}

const rows = [['', '25 countries loaded in', 'memory', 'addresses/s', 'misspelled/s']];
let isEnough = true;
for (const [title, withPacks] of [
  ['what ships', []],
  [`with ${packs.length} packs`, packs],
] as const) {
  if (title !== 'what ships' && packs.length === 0) {
    console.log('No country packs at hand: set TEST_DATA_DIR.');
    continue;
  }
  const { loadMs, megabytes, perSecond, misspelledPerSecond } = await measure(withPacks);
  isEnough &&= perSecond >= TARGET_PER_SECOND && megabytes <= TARGET_MB;
  rows.push([
    title,
    `${round(loadMs)} ms`,
    `${round(megabytes)} MB`,
    `${round(perSecond)}`,
    `${round(misspelledPerSecond)}`,
  ]);
}
console.log(table(rows));
console.log(`Targets: ${TARGET_PER_SECOND} addresses/s on one core, ${TARGET_MB} MB: ${isEnough ? 'met' : 'MISSED'}.`);
process.exitCode = isEnough ? 0 : 1;
