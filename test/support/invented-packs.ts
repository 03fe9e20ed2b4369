import { countryOf } from '../../src/domain/countries.ts';
import type { TableRow } from '../../src/engine/geocoding/country-table.ts';
import { packRows } from '../../src/engine/geocoding/pack-format.ts';
import { Gazetteers } from '../../src/features/geocoding/gateway/gazetteers.ts';
import { addresses } from '../fixtures/addresses.ts';
import { storeOf } from './packs.ts';

/**
 * Country packs of our own making, of the size of a small country each: the towns of the known addresses, and villages whose names, codes and
 * positions are invented. Real packs are measured by `npm run bench:geocode-accuracy`.
 */
interface Country {
  readonly digits: number;
  /** South, west, north, east: inland, so that an invented village lies in its country. */
  readonly box: readonly [number, number, number, number];
  readonly syllables: readonly string[];
  readonly endings: readonly string[];
}

const GERMAN = ['Ach', 'Buch', 'Dorn', 'Eber', 'Farn', 'Grün', 'Hasel', 'Kalten', 'Lind', 'Moos', 'Nieder', 'Ober'];
const FRENCH = ['Aubi', 'Bel', 'Cour', 'Dam', 'Esp', 'Font', 'Grand', 'Haute', 'Lav', 'Mont', 'Neuv', 'Puy'];
const DUTCH = ['Aal', 'Brug', 'Dijk', 'Eik', 'Gelder', 'Heide', 'Kerk', 'Lee', 'Meer', 'Noord', 'Oost', 'Wester'];

const COUNTRIES: Readonly<Record<string, Country>> = {
  AT: { digits: 4, box: [47, 13, 48, 15.5], syllables: GERMAN, endings: ['bach', 'eck', 'kirchen', 'ried', 'zell'] },
  BE: { digits: 4, box: [50.4, 3.6, 51.1, 5], syllables: DUTCH, endings: ['beke', 'gem', 'hove', 'rode', 'zele'] },
  CH: { digits: 4, box: [46.6, 7.2, 47.3, 8.8], syllables: GERMAN, endings: ['ikon', 'ingen', 'wil', 'au', 'berg'] },
  DE: { digits: 5, box: [49, 8.5, 53, 12], syllables: GERMAN, endings: ['dorf', 'hausen', 'heim', 'rode', 'stetten'] },
  FR: {
    digits: 5,
    box: [44.5, 0.5, 48.5, 5],
    syllables: FRENCH,
    endings: ['ac', 'court', 'igny', 'ville', 'y-le-Bois'],
  },
};
const VILLAGES = 1500;
/** One village in so many is called like a town elsewhere in the country. */
const NAMESAKE_OF = 20;

/** Draws the same numbers every time. */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function villagesOf(
  code: string,
  { digits, box, syllables, endings }: Country,
  namesakes: readonly string[],
  seed: number,
): string[] {
  const random = drawing(seed);
  const [south, west, north, east] = box;
  const between = (from: number, to: number): number => from + ((to - from) * random(10_000)) / 10_000;
  const pick = (of: readonly string[]): string => of[random(of.length)] ?? '';
  return Array.from({ length: VILLAGES }, () => {
    const postal = String(10 ** (digits - 1) + random(9 * 10 ** (digits - 1)));
    const invented = `${pick(syllables)}${pick(syllables).toLowerCase()}${pick(endings)}`;
    const name = random(NAMESAKE_OF) === 0 ? pick(namesakes) : invented;
    return lineOf(code, postal, name, between(south, north), between(west, east));
  });
}

const lineOf = (country: string, postal: string, name: string, latitude: number, longitude: number): string =>
  [country, postal, name, '', '', '', '', '', '', latitude.toFixed(4), longitude.toFixed(4), ''].join('\t');

/** The town of an address that is written as `1000 Brussel`. */
const townOf = (address: string, digits: number): [postal: string, name: string] | undefined => {
  const found = new RegExp(`(?<!\\d)(\\d{${digits}}) ([\\p{L}][\\p{L}. ()/-]*?)(?:,|$| \\p{L}+ \\d)`, 'u').exec(
    address,
  );
  return found?.[1] && found[2] ? [found[1], found[2]] : undefined;
};

/** The known addresses whose towns are in the packs. */
export const coveredAddresses = addresses.filter(([address, text]) => {
  const country = COUNTRIES[countryOf(text) ?? ''];
  return country && townOf(address, country.digits) !== undefined;
});

/** The names that some villages share. */
export const townNames: ReadonlySet<string> = new Set(
  coveredAddresses.flatMap(([address, text]) => {
    const country = COUNTRIES[countryOf(text) ?? ''];
    return (country && townOf(address, country.digits)?.[1]) ?? [];
  }),
);

const contents = new Map(
  Object.entries(COUNTRIES).map(([code, country], i) => {
    const towns = coveredAddresses.flatMap(([address, text, latitude, longitude]) => {
      const town = countryOf(text) === code ? townOf(address, country.digits) : undefined;
      return town ? [{ name: town[1], line: lineOf(code, ...town, latitude, longitude) }] : [];
    });
    const names = towns.map(({ name }) => name);
    return [code, [...towns.map(({ line }) => line), ...villagesOf(code, country, names, 100 + i)].join('\n')];
  }),
);

export const inventedPacks = {
  countries: Object.keys(COUNTRIES),
  gazetteers: new Gazetteers(
    storeOf(new Map([...contents].map(([code, text]) => [code, () => Buffer.from(text)] as const))),
  ),
  rowsOf: (country: string): TableRow[] => [...packRows(contents.get(country) ?? '')],
};
