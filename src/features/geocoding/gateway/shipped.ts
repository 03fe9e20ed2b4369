import { setImmediate as breathe } from 'node:timers/promises';
import type { TableRow } from '../../../engine/geocoding/country-table.ts';
import { NameIndex } from '../../../engine/geocoding/name-index.ts';
import { readBlock } from './gazetteer-file.ts';

/** Rows that are read before other work has its turn. */
export const PORTION = 2000;

/** The places of a country that ship with the service. */
export async function shippedPlaces(country: string): Promise<TableRow[]> {
  const lines = await readBlock(({ places }) => places[country]);
  const regionFields = lines.shift()?.split('\t') ?? [];
  const regions = new Map<string, string>();
  for (let at = 0; at + 1 < regionFields.length; at += 2)
    regions.set(copied(regionFields[at] as string), copied(regionFields[at + 1] as string));
  const rows: TableRow[] = [];
  for (const line of lines) {
    const [name = '', regionCode = '', latitude, longitude, population, ...aliases] = line.split('\t');
    const row = { name: copied(name), code: '', region: regions.get(regionCode) ?? '', regionCode: copied(regionCode) };
    rows.push({ ...row, ...coordinates(latitude, longitude), population: Number(population), aliases });
    if (rows.length % PORTION === 0) await breathe();
  }
  return rows;
}

/** The postal codes of a country that ship with the service; a country pack replaces them. */
export async function shippedCodes(country: string): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for (const line of await readBlock(({ codes }) => codes[country])) {
    const [code = '', name = '', region = '', regionCode = '', latitude, longitude] = line.split('\t');
    const row = { name: copied(name), code: copied(code), region: copied(region), regionCode: copied(regionCode) };
    rows.push({ ...row, ...coordinates(latitude, longitude), population: 0 });
    if (rows.length % PORTION === 0) await breathe();
  }
  return rows;
}

/** A copy: a substring would keep the whole block in memory. */
const copied = (text: string): string => Buffer.from(text).toString();

const coordinates = (latitude: string | undefined, longitude: string | undefined) => ({
  latitude: Number(latitude),
  longitude: Number(longitude),
});

interface LargePlaces {
  readonly names: NameIndex;
  readonly countries: readonly string[];
  readonly populations: readonly number[];
}

/** The countries of the large places of a name, for addresses that name no country. */
export class WorldIndex {
  #places: Promise<LargePlaces> | undefined;

  /** The one with the largest place first. */
  async countriesOf(folded: string): Promise<string[]> {
    this.#places ??= largePlaces();
    const { names, countries, populations } = await this.#places;
    const found = names.find(folded).sort((a, b) => (populations[b] ?? 0) - (populations[a] ?? 0));
    return [...new Set(found.map((at) => countries[at] as string))];
  }
}

async function largePlaces(): Promise<LargePlaces> {
  const names = new NameIndex();
  const countries: string[] = [];
  const populations: number[] = [];
  for (const line of await readBlock(({ world }) => world)) {
    const [country = '', population, ...folded] = line.split('\t');
    const at = countries.push(copied(country)) - 1;
    populations.push(Number(population));
    for (const name of folded) names.add(name, at);
    if (countries.length % PORTION === 0) await breathe();
  }
  return { names, countries, populations };
}
