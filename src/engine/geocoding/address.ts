import { countryNamed } from '../../domain/countries.ts';
import type { Gazetteer, GeocodeQuery, Place } from '../../domain/geocoding.ts';
import { foldCode, foldedWords, isHouseNumberLike, looksLikeCode, shortenCode } from '../../domain/place-name.ts';
import { stateOf } from './states.ts';
import { endsStreet, isUnit, leadsStreet } from './street-words.ts';

/** A stretch of words without a number in it: a street, a place, or both. */
export interface Run {
  readonly words: readonly string[];
  /** The number of its segment, counted from the front. */
  readonly segment: number;
  /** The caller said that this is the place. */
  readonly isCity: boolean;
  /** What stands directly before and after it. */
  readonly before: Edge;
  readonly after: Edge;
}

/** `lead` is a number at the very front of a segment: 10 Downing Street. */
type Edge = 'none' | 'number' | 'lead' | 'code';

/** What may be a postal code. */
export interface CodeCandidate {
  readonly folded: string;
  readonly places: readonly Place[];
  /** Whether it can only be a code: it was sent as one, stands alone, or does not look like a house number. */
  readonly isCertain: boolean;
}

export interface ParsedAddress {
  readonly runs: readonly Run[];
  readonly codes: readonly CodeCandidate[];
  /** Folded names and upper-case abbreviations of the states that are named. */
  readonly states: readonly string[];
  /** Another country, named in the address. */
  readonly elsewhere: boolean;
  /** Whether the country of the limit is all that is named. */
  readonly isCountryOnly: boolean;
  readonly segments: number;
}

interface Segment {
  readonly text: string;
  readonly role: 'any' | 'code' | 'city' | 'state';
}

interface Piece {
  readonly raw: string;
  readonly words: readonly string[];
}

type Item = { readonly kind: 'word'; readonly word: string } | { readonly kind: 'number' } | { readonly kind: 'code' };

const SEPARATORS = /[,;\r\n|•·]+|\s[-–—/]\s/;
/** Countries that write a blank inside of their codes. */
const SPACED = new Set('GB NL CA IE SE CZ SK GR MT IN BR PT JP'.split(' '));

function segmentsOf({ address }: GeocodeQuery): Segment[] {
  const split = (text: string): Segment[] =>
    text
      .split(SEPARATORS)
      .map((part) => ({ text: part.trim(), role: 'any' as const }))
      .filter(({ text: part }) => part !== '');
  if (typeof address === 'string') return split(address);
  const { street = '', streetNo = '', zipCode = '', city = '', state = '' } = address;
  const given = (text: string, role: Segment['role']): Segment[] => (text.trim() === '' ? [] : [{ text, role }]);
  // A street says nothing of where it is, unless the whole address was written into it.
  const place = [...given(zipCode, 'code'), ...given(city, 'city')];
  return [...(place.length > 0 ? place : split(`${street} ${streetNo}`)), ...given(state, 'state')];
}

/** Reads an address with the help of what is known of its country. */
export function parseAddress(gazetteer: Gazetteer, query: GeocodeQuery): ParsedAddress {
  const { country } = gazetteer;
  const segments = segmentsOf(query);
  const runs: Run[] = [];
  const codes: CodeCandidate[] = [];
  const states: string[] = [];
  let elsewhere = false;
  let namesCountry = false;
  let others = 0;
  for (const [at, { text, role }] of segments.entries()) {
    const pieces = piecesOf(text);
    const words = pieces.flatMap((piece) => piece.words);
    const whole = words.join(' ');
    if (role === 'state') {
      states.push(whole, text.trim().toUpperCase());
      continue;
    }
    const named =
      role === 'any' ? (countryNamed(whole) ?? (text.toUpperCase() === country ? country : undefined)) : undefined;
    if (named === country) {
      namesCountry = true;
      // Luxembourg and Singapore are countries and towns.
      if (gazetteer.byPlace(whole).length > 0)
        runs.push({ words, segment: at, isCity: false, before: 'none', after: 'none' });
      continue;
    }
    if (named !== undefined && gazetteer.byPlace(whole).length === 0 && !gazetteer.isRegion(whole)) elsewhere = true;
    if (at > 0 && role === 'any') {
      const state = stateOf(country, text.trim());
      if (state !== undefined || gazetteer.isRegion(whole)) states.push(state ?? whole);
      if (state !== undefined) continue;
    }
    others++;
    const items = itemsOf(gazetteer, pieces, role, codes, states);
    if (role === 'any') dropCountry(gazetteer, items);
    runs.push(...runsOf(items, at, role === 'city'));
  }
  return { runs, codes, states, elsewhere, isCountryOnly: namesCountry && others === 0, segments: segments.length };
}

const piecesOf = (text: string): Piece[] =>
  text
    .split(/\s+/)
    .map((raw) => ({ raw, words: foldedWords(raw) }))
    .filter(({ words }) => words.length > 0);

function itemsOf(
  gazetteer: Gazetteer,
  pieces: readonly Piece[],
  role: Segment['role'],
  codes: CodeCandidate[],
  states: string[],
): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < pieces.length; ) {
    const { raw, words } = pieces[at] as Piece;
    const taken = codeAt(gazetteer, pieces, at, role, codes);
    if (taken > 0) {
      items.push({ kind: 'code' });
      at += taken;
      continue;
    }
    at++;
    const [word = ''] = words;
    if (words.length === 1 && isUnit(word) && role === 'any' && /\d/.test(pieces[at]?.raw ?? '')) {
      // The number of the box goes with it, unless it is the code.
      if (codeAt(gazetteer, pieces, at, role, []) === 0) at++;
      items.push({ kind: 'number' });
      continue;
    }
    const next = pieces[at];
    const isLast = next === undefined || /^\d/.test(next.raw);
    const state = isLast && items.length > 0 ? stateOf(gazetteer.country, raw) : undefined;
    if (state !== undefined) {
      states.push(state);
      continue;
    }
    // A single letter after a house number belongs to it.
    const follows = items.at(-1)?.kind === 'number';
    if (words.every((each) => /\d/.test(each)) || (follows && word.length === 1 && words.length === 1))
      items.push({ kind: 'number' });
    else for (const each of words) items.push(/^\d+$/.test(each) ? { kind: 'number' } : { kind: 'word', word: each });
  }
  return items;
}

/** How many pieces from here on are a postal code; it is added to the candidates. */
function codeAt(
  gazetteer: Gazetteer,
  pieces: readonly Piece[],
  at: number,
  role: Segment['role'],
  codes: CodeCandidate[],
): number {
  const { country } = gazetteer;
  const longest = role === 'code' ? pieces.length - at : SPACED.has(country) ? 2 : 1;
  for (let count = Math.min(longest, pieces.length - at); count >= 1; count--) {
    const raw = pieces.slice(at, at + count).map((piece) => piece.raw);
    const folded = foldCode(country, raw.join(''));
    if (!/\d/.test(folded) && role !== 'code') continue;
    const isShaped = looksLikeCode(country, folded);
    if (!isShaped && role !== 'code') continue;
    const places = placesOfCode(gazetteer, folded);
    // "12 110" may be a code of five digits, or a house and the first half of one.
    if (count > 1 && role !== 'code' && /^\d+$/.test(folded) && !(raw[0]?.length === 3 || places.length > 0)) continue;
    const isCertain =
      role === 'code' || count === pieces.length || !isHouseNumberLike(folded) || leadsPlace(pieces, at, count);
    codes.push({ folded, places, isCertain });
    return count;
  }
  return 0;
}

/** "1000 Brussel": nothing before the number, and behind it no other number and no street. */
function leadsPlace(pieces: readonly Piece[], at: number, count: number): boolean {
  const words = pieces.slice(count).flatMap((piece) => piece.words);
  const isStreet = leadsStreet(words[0] ?? '') || endsStreet(words.at(-1) ?? '');
  return at === 0 && words.length > 0 && !isStreet && !words.some((word) => /\d/.test(word));
}

function placesOfCode(gazetteer: Gazetteer, folded: string): readonly Place[] {
  const exact = gazetteer.byCode(folded);
  const shorter = shortenCode(gazetteer.country, folded);
  return exact.length > 0 || shorter === folded ? exact : gazetteer.byCode(shorter);
}

const LONGEST_COUNTRY_NAME = 4;

/** "9000 Gent Belgium": the country at the end, when something is left without it. */
function dropCountry(gazetteer: Gazetteer, items: Item[]): void {
  const { country } = gazetteer;
  for (let count = Math.min(LONGEST_COUNTRY_NAME, items.length - 1); count >= 1; count--) {
    const tail = items.slice(-count);
    const text = tail.map((item) => (item.kind === 'word' ? item.word : '\0')).join(' ');
    if (countryNamed(text) === country || (count === 1 && text.toUpperCase() === country)) {
      // "L-1611 Luxembourg" is the town, "Rue Notre-Dame 4 Luxembourg" may be either.
      const hasOther = items.slice(0, -count).some(({ kind }) => kind === 'word');
      if (hasOther || gazetteer.byPlace(text).length === 0) items.length -= count;
      return;
    }
  }
}

function runsOf(items: readonly Item[], segment: number, isCity: boolean): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < items.length; at++) {
    if (items[at]?.kind !== 'word') continue;
    const start = at;
    const words: string[] = [];
    for (let item = items[at]; item?.kind === 'word'; item = items[++at]) words.push(item.word);
    const previous = items[start - 1]?.kind ?? 'none';
    runs.push({
      words,
      segment,
      isCity,
      before: previous === 'number' && start === 1 ? 'lead' : (previous as Edge),
      after: (items[at]?.kind ?? 'none') as Edge,
    });
  }
  return runs;
}
