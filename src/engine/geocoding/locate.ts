import { countryName } from '../../domain/countries.ts';
import {
  type Gazetteer,
  type GeocodeQuery,
  kilometresBetween,
  type Located,
  type Place,
  type Point,
  type Precision,
  roundDegrees,
} from '../../domain/geocoding.ts';
import { differByOne, foldPlace, placeForms } from '../../domain/place-name.ts';
import { type CodeCandidate, type ParsedAddress, parseAddress } from './address.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { countyNamed } from './counties.ts';
import { areaOfCode } from './postal-areas.ts';
import { isIn } from './states.ts';

const OFFLINE_SOURCE = 'GeoNames (CC BY 4.0)';

/** A place belongs to a code when it is not farther from it than this. */
const SAME_AREA_KM = 30;
const TOWN = 20_000;
/** As near as this, a point is the place itself. */
const AT_PLACE_KM = 2;
/** A code and a name that contradict each other. */
const CONTRADICTED = 0.45;
/** The main town of the area of a code, where nothing more is known; in a larger area it says little more than the country. */
const AREA_ONLY = 0.3;
const NEAR_TOWN_KM = 50;
/** Two rows of one name nearer than this are parts of one town. */
const SAME_TOWN_KM = 20;

/** Finds an address in what is known of one country. Undefined when it says too little, or nothing that is known. */
export function locate(gazetteer: Gazetteer, query: GeocodeQuery): Located | undefined {
  const address = parseAddress(gazetteer, query);
  if (address.elsewhere) return undefined;
  const candidates = candidatesOf(gazetteer, address);
  const byCode = fromCodes(gazetteer, address.codes, candidates);
  if (byCode) return byCode;
  const byArea = fromArea(gazetteer, address, candidates);
  if (byArea) return byArea;
  const inCounty = fromCounty(gazetteer, address, candidates);
  if (inCounty) return inCounty;
  const best = candidates.find(({ place, atLeast }) => place.population >= atLeast);
  if (best) return fromPlace(gazetteer, best, candidates, address);
  return address.isCountryOnly ? wholeCountry(gazetteer) : undefined;
}

/** The country itself, for who asks for nothing more. */
export function wholeCountry(gazetteer: Gazetteer): Located | undefined {
  const { middle, country } = gazetteer;
  if (!middle) return undefined;
  return {
    ...middle,
    precision: 'country',
    source: OFFLINE_SOURCE,
    confidence: 0.2,
    displayName: countryName(country),
  };
}

function fromCodes(
  gazetteer: Gazetteer,
  codes: readonly CodeCandidate[],
  candidates: readonly Candidate[],
): Located | undefined {
  const known = codes
    .filter(({ places }) => places.length > 0)
    .map((code) => ({ ...code, area: middleOf(code.places), named: byForm(code.places) }));
  if (known.length === 0) return undefined;
  // A place of the address that lies at the code confirms it.
  for (const candidate of candidates)
    for (const { places, area, named, isCertain } of known) {
      const own = placesNamed(named, candidate);
      if (own) {
        const sure = candidate.isMisspelled ? 0.85 : 0.95;
        return answer(gazetteer, pointOf(gazetteer, own, candidate), own[0] as Place, 'postcode', sure);
      }
      // What may be a house number needs the place beside it, and nearer.
      if (!isCertain && !candidate.isBesideCode) continue;
      if (kilometresBetween(area, candidate.place) > (isCertain ? SAME_AREA_KM : SAME_TOWN_KM / 2)) continue;
      const nearest = nearestTo(candidate.place, places);
      // A code of several villages: the one at the place that is named. A code that is part of a town: its own middle.
      const isAtPlace = places.length > 1 && kilometresBetween(nearest, candidate.place) < AT_PLACE_KM;
      return answer(gazetteer, isAtPlace ? nearest : area, nearest, 'postcode', 0.85);
    }
  const certain = known.find(({ isCertain }) => isCertain);
  if (!certain) return undefined;
  const isContradicted = candidates.some(({ fit }) => fit >= 90);
  return answer(gazetteer, certain.area, certain.places[0] as Place, 'postcode', isContradicted ? CONTRADICTED : 0.7);
}

/**
 * A code that is not known, in an area that is: the place of the name that lies in it is meant. Where none does, code and name contradict each other, and
 * as with codes that are known the code counts. A name that is not known at all is a village of the area, which could be anywhere in it.
 */
function fromArea(gazetteer: Gazetteer, address: ParsedAddress, candidates: readonly Candidate[]): Located | undefined {
  const code = address.codes.find(({ isCertain, places }) => isCertain && places.length === 0);
  const area = code && areaOfCode(gazetteer, code.folded);
  if (!area) return undefined;
  const town = { ...area.town, code: '' };
  const within = candidates.filter(({ place }) => kilometresBetween(place, town) <= area.reachKm);
  const best = within.find(({ place, atLeast }) => place.population >= atLeast);
  if (best) return fromPlace(gazetteer, best, within, { ...address, codes: [] });
  const isContradicted = candidates.some(({ fit, place, atLeast }) => fit >= 75 && place.population >= atLeast);
  if (isContradicted) return answer(gazetteer, town, town, 'city', CONTRADICTED);
  if (address.runs.length > 0) return undefined;
  return answer(gazetteer, town, town, area.reachKm <= NEAR_TOWN_KM ? 'city' : 'country', AREA_ONLY);
}

/** "Newport, Shropshire": the county decides which of the places of a name is meant. */
function fromCounty(
  gazetteer: Gazetteer,
  address: ParsedAddress,
  candidates: readonly Candidate[],
): Located | undefined {
  const names = [
    ...address.states,
    ...address.runs.filter(({ segment }) => segment > 0).map(({ words }) => words.join(' ')),
  ];
  for (const name of names) {
    const county = countyNamed(gazetteer, name);
    if (!county) continue;
    const within = candidates.filter(
      (each) => each.name !== name && kilometresBetween(each.place, county.town) <= county.reachKm,
    );
    const best = within.find(({ place, atLeast }) => place.population >= atLeast);
    if (best) return fromPlace(gazetteer, best, within, address);
  }
  return undefined;
}

function byForm(places: readonly Place[]): Map<string, Place[]> {
  const named = new Map<string, Place[]>();
  for (const place of places)
    for (const form of placeForms(place.name)) {
      const same = named.get(form);
      if (same) same.push(place);
      else named.set(form, [place]);
    }
  return named;
}

function placesNamed(named: ReadonlyMap<string, Place[]>, { name, isMisspelled }: Candidate): Place[] | undefined {
  if (!isMisspelled) return named.get(name);
  for (const [form, places] of named) if (differByOne(form, name)) return places;
  return undefined;
}

/** Where a named place of a code is, when both the code and the place have a point. */
function pointOf(gazetteer: Gazetteer, own: readonly Place[], { place, name }: Candidate): Point {
  const middle = middleOf(own);
  if (place.population === 0 || kilometresBetween(middle, place) > SAME_TOWN_KM) return middle;
  // A code that is all of a village may have its point far out in the fields: people live in the village.
  const town = gazetteer.byPlace(name).filter((each) => kilometresBetween(each, place) <= SAME_TOWN_KM);
  const codes = new Set(town.flatMap(({ code }) => (code === '' ? [] : [code])));
  if (codes.size === 1 && place.population < TOWN) return place;
  const isSpread = own.some((each) => kilometresBetween(each, middle) > AT_PLACE_KM);
  return isSpread ? nearestTo(place, own) : middle;
}

function nearestTo(point: Point, places: readonly Place[]): Place {
  const distance = (place: Place): number => kilometresBetween(place, point);
  return places.reduce((best, place) => (distance(place) < distance(best) ? place : best));
}

function fromPlace(
  gazetteer: Gazetteer,
  best: Candidate,
  candidates: readonly Candidate[],
  { states, codes }: ParsedAddress,
): Located {
  const { place } = best;
  const same = candidates.filter(({ name, isMisspelled }) => name === best.name && isMisspelled === best.isMisspelled);
  const inState = same.filter((each) => isIn(gazetteer.country, each.place, states));
  const rivals = (inState.length > 0 ? inState : same).filter(
    (each) =>
      kilometresBetween(each.place, place) > SAME_TOWN_KM && (each.place.population + 100) * 10 > place.population,
  );
  // A town that is only known by its codes lies in their middle.
  const parts =
    place.population > 0
      ? [place]
      : same.map((each) => each.place).filter((each) => kilometresBetween(each, place) <= SAME_TOWN_KM);
  const sure = best.fit >= 90 ? 0.85 : best.fit >= 70 ? 0.75 : 0.55;
  // A code that nothing is known of could not say whether it is this place of the name or another one.
  const isUnchecked = codes.length > 0 && place.population < TOWN;
  const confidence = sure * (best.isMisspelled ? 0.8 : 1) * (rivals.length > 0 ? 0.6 : 1) * (isUnchecked ? 0.7 : 1);
  return answer(gazetteer, middleOf(parts), { ...place, code: '' }, 'city', Math.round(confidence * 100) / 100);
}

const middleOf = (places: readonly Place[]): Point => ({
  latitude: places.reduce((sum, { latitude }) => sum + latitude, 0) / places.length,
  longitude: places.reduce((sum, { longitude }) => sum + longitude, 0) / places.length,
});

function answer(
  { country }: Gazetteer,
  point: Point,
  { code, name, region }: Place,
  precision: Precision,
  confidence: number,
): Located {
  const short = name.replace(/\s*\(.*$/, '');
  const town = code === '' ? short : `${code} ${short}`;
  const parts = [
    town,
    ...(region === '' || foldPlace(region) === foldPlace(name) ? [] : [region]),
    countryName(country),
  ];
  return {
    latitude: roundDegrees(point.latitude),
    longitude: roundDegrees(point.longitude),
    precision,
    source: OFFLINE_SOURCE,
    confidence,
    displayName: parts.join(', '),
  };
}
