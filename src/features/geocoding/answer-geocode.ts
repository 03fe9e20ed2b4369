import { countryOf } from '../../domain/countries.ts';
import type { AddressParts, Located } from '../../domain/geocoding.ts';
import type { AddressBody, AddressQuery } from './contract.ts';
import { geocode } from './geocode.ts';
import type { GeocodeDeps } from './geocoding.ts';

/** The response for an address that is not found is empty. */
export type GeocodeReply = Located | Record<string, never>;

/** POST /geocode: a structured address, or one text, which counts where there are no parts or they find nothing. */
export async function geocodeParts(
  deps: GeocodeDeps,
  { country = '', address = '', ...parts }: AddressBody,
  signal: AbortSignal,
): Promise<GeocodeReply> {
  const sent = Object.entries(parts).filter(([, part]) => part !== undefined && part.trim() !== '');
  if (sent.length > 0 || address.trim() === '') {
    const reply = await answer(deps, Object.fromEntries(sent) as AddressParts, country, signal);
    if (address.trim() === '' || reply.latitude !== undefined) return reply;
  }
  return answer(deps, address, country, signal);
}

/** GET /geocode: an address in one text. */
export const geocodeText = (
  deps: GeocodeDeps,
  { address, country }: AddressQuery,
  signal: AbortSignal,
): Promise<GeocodeReply> => answer(deps, address, country, signal);

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
