import type { GeocodeProvider, GeocodeQuery, Located, Precision } from '../../../domain/geocoding.ts';
import { roundDegrees } from '../../../domain/geocoding.ts';
import { isCoordinate, type PoliteClient, textIn } from '../../../platform/outbound/polite-client.ts';

/** How sure an answer is, by how near it comes. */
export const CONFIDENCE: Readonly<Record<Precision, number>> = {
  house: 0.95,
  street: 0.85,
  postcode: 0.75,
  city: 0.6,
  country: 0.2,
};

/** Nominatim's `/search`, also supported by LocationIQ and others. Free text and parts do not mix: a request has one or the other. */
export const nominatim = (client: PoliteClient): GeocodeProvider => ({
  name: 'nominatim',
  async ask(query, signal) {
    const answer = await client.get('/search', parametersOf(query), signal);
    if (!Array.isArray(answer)) throw new Error('its response is not a list');
    return answer.length === 0 ? null : read(answer[0], query.country);
  },
});

function parametersOf({ address, country }: GeocodeQuery): Record<string, string> {
  const common = {
    format: 'jsonv2',
    addressdetails: '1',
    limit: '1',
    ...(country === undefined ? {} : { countrycodes: country.toLowerCase() }),
  };
  if (typeof address === 'string') return { ...common, q: address };
  const { street = '', streetNo = '', zipCode = '', city = '', state = '' } = address;
  const parts = { street: `${streetNo} ${street}`.trim(), postalcode: zipCode, city, state };
  return { ...common, ...Object.fromEntries(Object.entries(parts).filter(([, value]) => value.trim() !== '')) };
}

function read(place: unknown, country: string | undefined): Located | null {
  // Coordinates are texts here.
  const [latitude, longitude] = [
    Number(textIn(place, 'lat') ?? Number.NaN),
    Number(textIn(place, 'lon') ?? Number.NaN),
  ];
  if (!isCoordinate(latitude, longitude)) throw new Error('its response has no coordinates');
  const { address } = place as { address?: unknown };
  const found = textIn(address, 'country_code')?.toUpperCase();
  if (country !== undefined && found !== undefined && found !== country) return null;
  const precision = precisionOf(place, address);
  return {
    latitude: roundDegrees(latitude),
    longitude: roundDegrees(longitude),
    precision,
    source: `Nominatim (${textIn(place, 'licence') ?? '© OpenStreetMap contributors, ODbL 1.0'})`.slice(0, 200),
    confidence: CONFIDENCE[precision],
    displayName: (textIn(place, 'display_name') ?? '').slice(0, 500),
  };
}

function precisionOf(place: unknown, address: unknown): Precision {
  const rank = Number((place as { place_rank?: unknown }).place_rank);
  const kind = textIn(place, 'addresstype');
  if (kind === 'postcode') return 'postcode';
  if (textIn(address, 'house_number') || rank >= 28) return 'house';
  if (kind === 'road' || rank >= 26) return 'street';
  // Whole states are no nearer than a country, for who has to drive there.
  return kind === 'country' || kind === 'state' || rank < 12 ? 'country' : 'city';
}
