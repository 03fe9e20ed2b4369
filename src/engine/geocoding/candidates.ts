import type { Gazetteer, Place } from '../../domain/geocoding.ts';
import { foldPlace, withOneLetterChanged } from '../../domain/place-name.ts';
import type { ParsedAddress, Run } from './address.ts';
import { isIn } from './states.ts';
import { endsStreet, leadsStreet, ties } from './street-words.ts';

/** A stretch of an address that may be the name of a place, by where it stands. */
interface Window {
  readonly name: string;
  readonly words: number;
  readonly segment: number;
  readonly fit: number;
  /** Fewer people than this, and it is more likely part of a street's name. */
  readonly atLeast: number;
  /** Whether words beside it are left over; the K of København K and the VE of Venezia VE are none. */
  readonly isPart: boolean;
}

export interface Candidate {
  readonly place: Place;
  readonly name: string;
  readonly score: number;
  /** How well it stands in the address, without what is known of the place. */
  readonly fit: number;
  readonly isMisspelled: boolean;
  readonly isBesideCode: boolean;
  /** How few people it may have to be believed without a postal code that confirms it. */
  readonly atLeast: number;
}

const LONGEST_NAME = 5;
/** Fünfing bei Sankt Ruprecht an der Raab has seven words. */
const LONGEST_WHOLE = 10;
/** Known well enough to be meant without further proof. */
const METROPOLIS = 100_000;
const CITY = 50_000;
const TOWN = 20_000;
const SMALL_TOWN = 10_000;
const SHORTEST_MISSPELLED = 4;
const LONGEST_MARK = 2;

const FIT = {
  city: 100,
  besideCode: 95,
  alone: 90,
  afterNumber: 80,
  partBesideCode: 75,
  numbered: 70,
  afterStreet: 60,
  guess: 40,
};

/** The places that the runs of an address may name, the likeliest first. */
export function candidatesOf(gazetteer: Gazetteer, address: ParsedAddress): Candidate[] {
  const windows = address.runs.flatMap((run) => windowsOf(run, address));
  const exact = windows.flatMap((window) => found(gazetteer, address, window, gazetteer.byPlace(window.name), false));
  if (exact.length > 0) return exact.sort((a, b) => b.score - a.score);
  return (
    windows
      .filter(
        ({ name, fit, isPart }) =>
          name.length >= SHORTEST_MISSPELLED && (isPart ? fit === FIT.afterStreet : fit >= FIT.numbered),
      )
      // Behind a street, what is nearly the name of a hamlet is more likely part of the street's.
      .map((window) => (window.fit < FIT.numbered ? { ...window, atLeast: TOWN } : window))
      // Four letters have too many neighbours, unless a code stands beside them or everybody knows the place.
      .map((window) => (isShort(window) ? { ...window, atLeast: METROPOLIS } : window))
      .flatMap((window) => found(gazetteer, address, window, misspelled(gazetteer, window.name), true))
      .sort((a, b) => b.score - a.score)
  );
}

const isShort = ({ name, fit }: Window): boolean => name.length <= SHORTEST_MISSPELLED && fit < FIT.besideCode;

/**
 * The world has far more villages than any list of places. One that is missing looks like a misspelling of another, or begins like it: measured
 * on random villages, such guesses were wrong nine times in ten. So they need a code that confirms them, or a town that everybody means.
 */
function peopleNeeded(isMisspelled: boolean, isOwnName: boolean, isLeftOver: boolean): number {
  if (isMisspelled) return CITY;
  if (isLeftOver) return isOwnName ? TOWN : METROPOLIS;
  return isOwnName ? 0 : SMALL_TOWN;
}

function misspelled(gazetteer: Gazetteer, name: string): Place[] {
  const places: Place[] = [];
  // By its own name: the other names of the world are too many to be near to.
  for (const other of withOneLetterChanged(name))
    for (const place of gazetteer.byPlace(other))
      if (foldPlace(place.name) === other || place.population >= TOWN) places.push(place);
  return places;
}

function found(
  gazetteer: Gazetteer,
  address: ParsedAddress,
  window: Window,
  places: readonly Place[],
  isMisspelled: boolean,
): Candidate[] {
  const { name, words, segment, fit, atLeast, isPart } = window;
  // Behind a street, what is left over is the street.
  const isLeftOver = isPart && fit !== FIT.afterStreet && fit !== FIT.guess;
  return places
    .filter(({ population }) => population >= atLeast)
    .map((place) => {
      const isOwnName = isMisspelled || place.name.toLowerCase() === name || foldPlace(place.name) === name;
      // A name that is also the name of a region is more likely that, if there is another.
      const isRegion = fit < FIT.city && address.states.includes(name) && gazetteer.isRegion(name);
      const score =
        fit +
        (isOwnName ? 5 : 0) +
        (isIn(gazetteer.country, place, address.states) ? 15 : 0) +
        Math.log10(place.population + 1) * 2 +
        words +
        segment * 2 -
        (isRegion ? 30 : 0);
      return {
        place,
        name,
        score,
        fit,
        isMisspelled,
        isBesideCode: fit === FIT.besideCode || fit === FIT.partBesideCode,
        atLeast: peopleNeeded(isMisspelled, isOwnName, isLeftOver),
      };
    });
}

function windowsOf(run: Run, { segments }: ParsedAddress): Window[] {
  const { words, segment, isCity, before, after } = run;
  const make = (from: number, to: number, fit: number, atLeast = 0): Window => ({
    name: words.slice(from, to).join(' '),
    words: to - from,
    segment,
    fit,
    atLeast,
    isPart: [...words.slice(0, from), ...words.slice(to)].some((word) => word.length > LONGEST_MARK),
  });
  const { length } = words;
  const whole = length <= LONGEST_WHOLE;
  if (isCity) {
    // "Gent Centrum", "Köln Deutz": the front of what the caller calls the city, when not all of it.
    const parts = Array.from({ length: Math.min(length - 1, LONGEST_NAME) }, (_, at) => at + 1);
    return [...(whole ? [make(0, length, FIT.city)] : []), ...parts.map((to) => make(0, to, FIT.partBesideCode + to))];
  }
  const windows: Window[] = [];
  if (whole) {
    const fit = fitOfWhole(run, segments);
    if (fit) windows.push(make(0, length, ...fit));
  }
  for (let count = 1; count < length && count <= LONGEST_NAME; count++) {
    // What follows a code begins with the place.
    if (before === 'code') windows.push(make(0, count, FIT.partBesideCode));
    const rest = words.slice(0, length - count);
    const last = rest.at(-1) ?? '';
    // "St" is a street behind a name and a saint before one.
    const isStreetBefore = endsStreet(last) && !(leadsStreet(rest[0] ?? '') && (rest.length === 1 || last === 'st'));
    if (isStreetBefore)
      windows.push(make(length - count, length, after === 'code' ? FIT.partBesideCode : FIT.afterStreet));
    else if (rest.length > 1 && leadsStreet(rest[0] ?? '') && !ties(last))
      windows.push(
        make(length - count, length, after === 'code' ? FIT.afterStreet : FIT.guess, after === 'code' ? 0 : TOWN),
      );
    const street = words.slice(count);
    // "Bruxelles Rue de la Loi 16"
    if (before === 'none' && segment === 0 && street.length > 1 && leadsStreet(street[0] ?? ''))
      windows.push(make(0, count, FIT.afterStreet, TOWN));
    else if (
      before === 'none' &&
      segment === 0 &&
      after === 'number' &&
      street.length > 0 &&
      endsStreet(street.at(-1) ?? '')
    )
      windows.push(make(0, count, FIT.guess, CITY));
  }
  return windows;
}

/** How well a whole run stands as the name of a place, and how large the place must be; undefined where it is a street. */
function fitOfWhole({ words, segment, before, after }: Run, segments: number): [number, number?] | undefined {
  if (before === 'code' || (after === 'code' && before !== 'lead')) return [FIT.besideCode];
  const isLater = segment > 0 || segments > 1;
  if (before === 'none' && after === 'none') {
    // A street that stands first and alone is no place, whatever is called like it.
    const isStreet =
      segment === 0 && (leadsStreet(words[0] ?? '') || endsStreet(words.at(-1) ?? '')) && words.length > 1;
    return isStreet ? undefined : [FIT.alone];
  }
  if (before === 'number') return [FIT.afterNumber];
  // "…, Dublin 2"
  if (after === 'number' && before === 'none')
    return segment > 0 ? [FIT.numbered] : isLater ? undefined : [FIT.guess, CITY];
  return undefined;
}
