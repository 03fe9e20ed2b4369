import { countryNamed, countryOf } from '../../domain/countries.ts';
import type { GeocodeQuery } from '../../domain/geocoding.ts';
import { foldedWords } from '../../domain/place-name.ts';

const LONGEST_COUNTRY_NAME = 4;
const LONGEST_PLACE_NAME = 3;

/** The text in which the place stands: all of it, or the street of parts that name no place. */
function textOf({ address }: GeocodeQuery): string {
  if (typeof address === 'string') return address;
  const { street = '', zipCode = '', city = '' } = address;
  return `${zipCode}${city}`.trim() === '' ? street : city;
}

/** The country that an address names at its end or its front, for addresses sent without one. */
export function countryInText(query: GeocodeQuery): string | undefined {
  const parts = textOf(query)
    .split(/[,;\r\n]+/)
    .map((part) => part.trim());
  for (const part of [parts.at(-1) ?? '', parts[0] ?? '']) {
    const words = foldedWords(part);
    // Two letters are only a country when they stand alone at the end.
    if (part === parts.at(-1) && parts.length > 1 && /^[A-Z]{2}$/.test(part)) return countryOf(part);
    for (let count = Math.min(LONGEST_COUNTRY_NAME, words.length); count >= 1; count--) {
      const named = countryNamed(words.slice(-count).join(' '));
      if (named) return named;
    }
  }
  return undefined;
}

/** Codes that say by their shape of which country they are. */
const SHAPED: readonly (readonly [shape: RegExp, country: string])[] = [
  [/(?<![A-Z\d])[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}(?![A-Z\d])/, 'GB'],
  [/(?<![A-Z\d])[A-Z]\d[A-Z] ?\d[A-Z]\d(?![A-Z\d])/, 'CA'],
  [/(?<![A-Z\d])[1-9]\d{3} ?[A-Z]{2}(?![A-Z\d])/, 'NL'],
];
/** Letters of a country before its codes: D-06108, BE-9000. */
const PREFIXED = /(?<![A-Z\d])([A-Z]{1,2})-\d{4,5}(?!\d)/;
const LETTERS: Readonly<Record<string, string>> = { A: 'AT', B: 'BE', D: 'DE', F: 'FR', I: 'IT', L: 'LU' };

/** The country of a postal code, for addresses that name none. */
export function countryOfCode({ address }: GeocodeQuery): string | undefined {
  const text = typeof address === 'string' ? address : (address.zipCode ?? '');
  const letters = PREFIXED.exec(text)?.[1];
  if (letters !== undefined) return LETTERS[letters] ?? (letters.length === 2 ? countryOf(letters) : undefined);
  return SHAPED.find(([shape]) => shape.test(text))?.[1];
}

/** What may be the name of its town: the longest first, and rather the end than the front. */
export function townNames(query: GeocodeQuery): string[] {
  const texts = textOf(query)
    .split(/[,;\r\n]+/)
    .toReversed();
  const names: string[] = [];
  for (const text of texts) {
    const words = foldedWords(text).filter((word) => !/\d/.test(word));
    for (let count = Math.min(LONGEST_PLACE_NAME, words.length); count >= 1; count--)
      names.push(words.slice(-count).join(' '));
  }
  return names;
}
