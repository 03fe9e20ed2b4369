import { countryOf } from '../../domain/countries.ts';
import { refuse } from '../../domain/errors.ts';
import type { AddressParts, Located } from '../../domain/geocoding.ts';
import { LONGEST_ADDRESS } from '../../domain/text-limits.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { geocode } from './geocode.ts';
import type { GeocodeDeps } from './geocoding.ts';

const PARTS = ['street', 'streetNo', 'zipCode', 'city', 'state', 'country'] as const;

/** What is answered for an address that is not found. */
export type GeocodeReply = Located | Record<string, never>;

/** POST /geocode: a structured address. Names compare without case, as everywhere. */
export async function geocodeParts(deps: GeocodeDeps, body: unknown, signal: AbortSignal): Promise<GeocodeReply> {
  if (body === undefined || body === null) throw refuse('REQ001', 'The body is empty: send an address.');
  if (typeof body !== 'object' || Array.isArray(body))
    throw refuse('REQ007', `The body must be an object with some of ${PARTS.join(', ')}.`);
  const sent = new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value as unknown]));
  const parts = Object.fromEntries(
    PARTS.filter((name) => sent.has(name.toLowerCase())).map((name) => [
      name,
      textOf(name, sent.get(name.toLowerCase())),
    ]),
  ) as AddressParts & { country?: string };
  if (Object.keys(parts).length === 0)
    throw refuse('REQ015', `The address is empty: send some of ${PARTS.join(', ')}.`);
  const { country = '', ...address } = parts;
  return answer(deps, address, country, signal);
}

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  // House numbers and postal codes come as numbers from some.
  if (typeof value !== 'string' && typeof value !== 'number') throw refuse('REQ014', `${name}: must be a text.`, name);
  return limited(name, String(value));
}

function limited(name: string, text: string): string {
  if (text.length > LONGEST_ADDRESS)
    throw refuse('REQ013', `${name}: has more than ${LONGEST_ADDRESS} characters.`, name);
  return text;
}

/** GET /geocode: an address in one text. */
export async function geocodeText(deps: GeocodeDeps, query: RawQuery, signal: AbortSignal): Promise<GeocodeReply> {
  const named = new Map(
    Object.entries(query).map(([name, value]) => [name.toLowerCase(), [value ?? []].flat().at(-1)]),
  );
  const required = (name: string, about: string): string => {
    const text = named.get(name) ?? '';
    if (text.trim() === '') throw refuse('REQ008', `${name}: ${about} is required.`, name);
    return limited(name, text);
  };
  const address = required('address', 'an address');
  const country = required('country', 'a country, as a code of two or three letters or a name,');
  return answer(deps, address, country, signal);
}

async function answer(
  deps: GeocodeDeps,
  address: string | AddressParts,
  countryText: string,
  signal: AbortSignal,
): Promise<GeocodeReply> {
  const country = countryText.trim() === '' ? undefined : countryOf(countryText);
  // The country is a limit: nothing lies in one that does not exist.
  if (country === undefined && countryText.trim() !== '') return {};
  const { located } = await geocode(deps, { address, country }, signal);
  return located ?? {};
}
