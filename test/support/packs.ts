import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Gazetteers, type PackStore } from '../../src/features/geocoding/gateway/gazetteers.ts';

/** A few lines of several countries, made by hand: enough for every pitfall. */
export const HANDMADE = fileURLToPath(new URL('../fixtures/packs.txt', import.meta.url));

export const storeOf = (packs: ReadonlyMap<string, () => Buffer>): PackStore => ({
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
