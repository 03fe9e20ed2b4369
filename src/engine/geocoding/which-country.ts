import { countryNamed, countryOf } from '../../domain/countries.ts';
import type { GeocodeQuery } from '../../domain/geocoding.ts';
import { foldedWords } from '../../domain/place-name.ts';

const LONGEST_COUNTRY_NAME = 4;
const LONGEST_PLACE_NAME = 3;

/** The country that an address names at its end or its front, for addresses sent without one. */
export function countryInText({ address }: GeocodeQuery): string | undefined {
  if (typeof address !== 'string') return undefined;
  const parts = address.split(/[,;\r\n]+/).map((part) => part.trim());
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

/** What may be the name of its town: the longest first, and rather the end than the front. */
export function townNames({ address }: GeocodeQuery): string[] {
  const texts = typeof address === 'string' ? address.split(/[,;\r\n]+/).toReversed() : [address.city ?? ''];
  const names: string[] = [];
  for (const text of texts) {
    const words = foldedWords(text).filter((word) => !/\d/.test(word));
    for (let count = Math.min(LONGEST_PLACE_NAME, words.length); count >= 1; count--)
      names.push(words.slice(-count).join(' '));
  }
  return names;
}
