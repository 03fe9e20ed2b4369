import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../../domain/operator-error.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { downloadPack } from './gateway/download-pack.ts';
import type { HasGeocoding } from './geocoding.ts';
import { addPacks } from './packs.ts';

/** What is installed unless countries are named: 2 MB to download, for which more than 99.9 % of the entries are located correctly. */
export const USUAL_COUNTRIES = ['AT', 'BE', 'CH', 'DE', 'DK', 'FR', 'GB', 'LU', 'NL', 'US'];

const PACK_CREDIT =
  'Postal codes: © GeoNames (https://www.geonames.org/), CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/). Show this credit with the coordinates.';

interface PackFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Adds the packs of several countries. One that cannot be had does not keep the others from being added. */
export async function installPacks(
  deps: HasDatabase & HasGeocoding,
  countries: readonly string[],
  from: { readonly url: string; readonly folder: string | undefined },
  say: (text: string) => unknown,
): Promise<void> {
  const failed: string[] = [];
  for (const country of countries) {
    try {
      const { name, bytes } = from.folder
        ? await packIn(from.folder, country)
        : { name: `${country}.zip`, bytes: await downloadPack(from.url, country) };
      for (const { rows } of await addPacks(deps, bytes, name, country))
        say(`${country}: ${rows} postal codes and places.`);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      failed.push(`${country}: ${error.message}`);
    }
  }
  if (failed.length < countries.length) say(PACK_CREDIT);
  if (failed.length > 0)
    throw new OperatorError(
      `${failed.length} of ${countries.length} packs could not be installed.\n${failed.join('\n')}\nWithout a connection, download the files elsewhere and use: openslot geo install --from <folder>`,
    );
}

/** CC.zip, CC.txt.gz or CC.txt. */
async function packIn(folder: string, country: string): Promise<PackFile> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new OperatorError(`${folder} cannot be read: ${error.message}.`);
  });
  const name = ['zip', 'txt.gz', 'txt'].map((end) => `${country}.${end}`).find((each) => names.includes(each));
  if (!name) throw new OperatorError(`${folder} has no ${country}.zip, ${country}.txt.gz or ${country}.txt.`);
  return { name, bytes: await readFile(path.join(folder, name)) };
}
