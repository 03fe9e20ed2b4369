import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { countryOf } from '../../domain/countries.ts';
import { OperatorError } from '../../domain/operator-error.ts';
import { splitPack } from '../../engine/geocoding/split-pack.ts';
import type { Database, HasDatabase } from '../../platform/postgres/database.ts';
import type { PackStore } from './gateway/gazetteers.ts';
import { unpack } from './gateway/unpack.ts';
import { packContent, packDigests, removePack, storePack } from './geo-pack-store.ts';
import type { HasGeocoding } from './geocoding.ts';

/** Country packs live in the database, where every node sees them. */
export const packStore = (db: Database): PackStore => ({
  marks: () => packDigests(db),
  async content(country) {
    const packed = await packContent(db, country);
    return packed && gunzipSync(packed);
  },
});

export interface AddedPack {
  readonly country: string;
  readonly rows: number;
}

/** Adds what a file holds, for every country in it; a pack that was there is replaced. All of them or none. */
export async function addPacks(
  deps: HasDatabase & HasGeocoding,
  file: Buffer,
  source: string,
  expected?: string,
): Promise<AddedPack[]> {
  const packs = [...splitPack(unpack(file).toString('utf8'), source, expected)].map(([country, lines]) => {
    const text = lines.join('\n');
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
    return { country, rows: lines.length, digest, source, content: gzipSync(text) };
  });
  await deps.db.transaction(async (tx) => {
    for (const pack of packs) await storePack(tx, pack);
    return { commit: true, value: undefined };
  });
  deps.geocoding.gazetteers.forgetMarks();
  return packs.map(({ country, rows }) => ({ country, rows }));
}

export async function dropPack(deps: HasDatabase & HasGeocoding, country: string): Promise<void> {
  const removed = await deps.db.transaction(async (tx) => ({ commit: true, value: await removePack(tx, country) }));
  if (!removed) throw new OperatorError(`There is no pack for ${country}. See: openslot geo list`);
  deps.geocoding.gazetteers.forgetMarks();
}

/** The code of a country that an operator named. */
export function needCountry(text: string): string {
  const country = countryOf(text);
  if (!country) throw new OperatorError(`${text} is not a country: use a code such as BE.`);
  return country;
}
