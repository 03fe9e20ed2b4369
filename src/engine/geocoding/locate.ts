import { countryName } from '../../domain/countries.ts';
import {
  type Gazetteer,
  type GeocodeQuery,
  kilometresBetween,
  type Located,
  type Place,
  type Precision,
  roundDegrees,
} from '../../domain/geocoding.ts';
import { differByOne, foldPlace, placeForms } from '../../domain/place-name.ts';
import { type CodeCandidate, parseAddress } from './address.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { isIn } from './states.ts';

export const OFFLINE_SOURCE = 'GeoNames (CC BY 4.0)';

/** A place belongs to a code when it is not farther from it than this. */
const SAME_AREA_KM = 30;
/** Two rows of one name nearer than this are parts of one town. */
const SAME_TOWN_KM = 20;

/** Finds an address in what is known of one country. Undefined when it says too little, or nothing that is known. */
export function locate(gazetteer: Gazetteer, query: GeocodeQuery): Located | undefined {
  const address = parseAddress(gazetteer, query);
  if (address.elsewhere) return undefined;
  const candidates = candidatesOf(gazetteer, address);
  const byCode = fromCodes(gazetteer, address.codes, candidates);
  if (byCode) return byCode;
  const [best] = candidates;
  if (best) return fromPlace(gazetteer, best, candidates, address.states);
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
  const known = codes.filter(({ places }) => places.length > 0);
  // A place of the address that lies at the code confirms it.
  for (const candidate of candidates)
    for (const { places } of known) {
      const own = places.filter((place) => isNamed(place, candidate));
      if (own.length > 0)
        return answer(gazetteer, middleOf(own), own[0] as Place, 'postcode', candidate.isMisspelled ? 0.85 : 0.95);
      const area = middleOf(places);
      if (kilometresBetween(area, candidate.place) <= SAME_AREA_KM) {
        const [nearest] = [...places].sort(
          (a, b) => kilometresBetween(a, candidate.place) - kilometresBetween(b, candidate.place),
        );
        // A code that covers several villages: the one that is nearest to the place named. One that covers a town: its middle.
        const point =
          places.length > 1 && kilometresBetween(nearest as Place, candidate.place) < 2 ? (nearest as Place) : area;
        return answer(gazetteer, point, nearest as Place, 'postcode', 0.85);
      }
    }
  const certain = known.find(({ isCertain }) => isCertain);
  if (!certain) return undefined;
  const contradicted = candidates.some(({ fit }) => fit >= 90);
  return answer(gazetteer, middleOf(certain.places), certain.places[0] as Place, 'postcode', contradicted ? 0.5 : 0.7);
}

const isNamed = (place: Place, { name, isMisspelled }: Candidate): boolean => {
  const forms = placeForms(place.name);
  return forms.includes(name) || (isMisspelled && forms.some((form) => differByOne(form, name)));
};

function fromPlace(
  gazetteer: Gazetteer,
  best: Candidate,
  candidates: readonly Candidate[],
  states: readonly string[],
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
  const confidence = sure * (best.isMisspelled ? 0.8 : 1) * (rivals.length > 0 ? 0.6 : 1);
  return answer(gazetteer, middleOf(parts), { ...place, code: '' }, 'city', Math.round(confidence * 100) / 100);
}

const middleOf = (places: readonly Place[]): { latitude: number; longitude: number } => ({
  latitude: places.reduce((sum, { latitude }) => sum + latitude, 0) / places.length,
  longitude: places.reduce((sum, { longitude }) => sum + longitude, 0) / places.length,
});

function answer(
  { country }: Gazetteer,
  point: { latitude: number; longitude: number },
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
