import { countryName } from '../../../domain/countries.ts';
import type { GeocodeProvider, GeocodeQuery, Located, Precision } from '../../../domain/geocoding.ts';
import { roundDegrees } from '../../../domain/geocoding.ts';
import { isCoordinate, type PoliteClient, textIn } from '../../../platform/outbound/polite-client.ts';
import { CONFIDENCE } from './nominatim.ts';

/** Photon's `/api` and `/structured`. It has no limit to a country in free text: the name goes along, and what lies elsewhere is not taken. */
export const photon = (client: PoliteClient): GeocodeProvider => ({
  name: 'photon',
  async ask(query, signal) {
    const [path, parameters] = requestOf(query);
    const answer = await client.get(path, parameters, signal);
    const features = (answer as { features?: unknown } | null)?.features;
    if (!Array.isArray(features)) throw new Error('its response is not a list of features');
    for (const feature of features) {
      const located = read(feature, query.country);
      if (located) return located;
    }
    return null;
  },
});

/** Some more than one: those of other countries are passed over. */
const LIMIT = '5';

function requestOf({ address, country }: GeocodeQuery): [string, Record<string, string>] {
  if (typeof address === 'string')
    return ['/api', { q: country === undefined ? address : `${address}, ${countryName(country)}`, limit: LIMIT }];
  const { street = '', streetNo = '', zipCode = '', city = '', state = '' } = address;
  const parts = { street, housenumber: streetNo, postcode: zipCode, city, state, countrycode: country ?? '' };
  return [
    '/structured',
    { ...Object.fromEntries(Object.entries(parts).filter(([, value]) => value.trim() !== '')), limit: LIMIT },
  ];
}

const PRECISIONS: Readonly<Record<string, Precision>> = {
  house: 'house',
  street: 'street',
  state: 'country',
  country: 'country',
};

function read(feature: unknown, country: string | undefined): Located | null {
  const { geometry, properties } = feature as { geometry?: { coordinates?: unknown[] }; properties?: unknown };
  // GeoJSON: longitude first.
  const [longitude = Number.NaN, latitude = Number.NaN] = (geometry?.coordinates ?? []).map(Number);
  if (!isCoordinate(latitude, longitude)) throw new Error('its response has no coordinates');
  const found = textIn(properties, 'countrycode')?.toUpperCase();
  if (country !== undefined && found !== country) return null;
  const kind = textIn(properties, 'type') ?? '';
  const isCode = textIn(properties, 'osm_value') === 'postcode' || textIn(properties, 'osm_key') === 'postcode';
  const precision = isCode ? 'postcode' : Object.hasOwn(PRECISIONS, kind) ? (PRECISIONS[kind] as Precision) : 'city';
  const street = [textIn(properties, 'street'), textIn(properties, 'housenumber')].filter(Boolean).join(' ');
  const town = [textIn(properties, 'postcode'), textIn(properties, 'city')].filter(Boolean).join(' ');
  const shown = [textIn(properties, 'name'), street, town, textIn(properties, 'country')].filter(Boolean);
  return {
    latitude: roundDegrees(latitude),
    longitude: roundDegrees(longitude),
    precision,
    source: 'Photon (© OpenStreetMap contributors, ODbL 1.0)',
    confidence: CONFIDENCE[precision],
    displayName: [...new Set(shown)].join(', ').slice(0, 500),
  };
}
