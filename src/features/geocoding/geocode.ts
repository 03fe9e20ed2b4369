import { createHash } from 'node:crypto';
import type { GeocodeProvider, GeocodeQuery, Located } from '../../domain/geocoding.ts';
import { foldPlace } from '../../domain/place-name.ts';
import { locate, wholeCountry } from '../../engine/geocoding/locate.ts';
import { countryInText, countryOfCode, townNames } from '../../engine/geocoding/which-country.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { Gazetteers } from './gateway/gazetteers.ts';
import { cachedAnswer, keepAnswer } from './geocode-cache.ts';
import type { GeocodeDeps, HasGeocoding } from './geocoding.ts';

export interface GeocodeAnswer {
  readonly located: Located | undefined;
  /** The provider was down, and the answer is what the offline data gave: better ones may come later. */
  readonly isMakeshift: boolean;
}

const DAY = 86_400;
/** An address that is unknown today may be on the map next week. */
const UNKNOWN_DAYS = 7;
/** Countries that are tried for an address without one. */
const MOST_COUNTRIES = 3;
/** How much a guessed country costs. */
const GUESSED = 0.8;

/** The provider's answer, kept or new; without one, or when it is down or knows nothing, that of the offline data. */
export async function geocode(deps: GeocodeDeps, query: GeocodeQuery, signal: AbortSignal): Promise<GeocodeAnswer> {
  if (isBlank(query)) return { located: undefined, isMakeshift: false };
  let isMakeshift = false;
  const { provider } = deps.geocoding;
  if (provider) {
    try {
      const located = await fromProvider(deps, provider, query, signal);
      deps.outages.worked(`geocoding provider ${provider.name}`);
      if (located) return { located, isMakeshift };
    } catch (error) {
      // Not the address: it belongs to somebody.
      if (!signal.aborted)
        deps.outages.failed(`geocoding provider ${provider.name}`, { reason: (error as Error).message });
      isMakeshift = true;
    }
  }
  return { located: await fromGazetteers(deps.geocoding.gazetteers, query), isMakeshift };
}

function isBlank({ address, country }: GeocodeQuery): boolean {
  const text = typeof address === 'string' ? address : Object.values(address).join('');
  return text.trim() === '' && country === undefined;
}

async function fromProvider(
  deps: HasDatabase & HasGeocoding,
  provider: GeocodeProvider,
  query: GeocodeQuery,
  signal: AbortSignal,
): Promise<Located | null> {
  const key = cacheKey(provider.name, query);
  const kept = await cachedAnswer(deps.db, key);
  if (kept !== undefined) return kept;
  const answer = await provider.ask(query, signal);
  const { cacheDays } = deps.geocoding;
  if (cacheDays > 0)
    await keepAnswer(deps.db, key, answer, DAY * (answer ? cacheDays : Math.min(cacheDays, UNKNOWN_DAYS)));
  return answer;
}

/** The same for every way to write the same words; parts are kept apart, because they are sent separately. */
function cacheKey(provider: string, { address, country }: GeocodeQuery): Buffer {
  const parts =
    typeof address === 'string'
      ? [address]
      : [address.street, address.streetNo, address.zipCode, address.city, address.state].map((part) => part ?? '');
  const text = [provider, country ?? '', ...parts.map(foldPlace)].join('\n');
  return createHash('sha256').update(text).digest();
}

async function fromGazetteers(gazetteers: Gazetteers, query: GeocodeQuery): Promise<Located | undefined> {
  if (query.country !== undefined) {
    const gazetteer = await gazetteers.of(query.country);
    const text = typeof query.address === 'string' ? query.address : Object.values(query.address).join('');
    return text.trim() === '' ? wholeCountry(gazetteer) : locate(gazetteer, query);
  }
  const named = countryInText(query) ?? countryOfCode(query);
  if (named !== undefined) {
    const located = locate(await gazetteers.of(named), { ...query, country: named });
    if (located) return located;
  }
  for (const town of townNames(query)) {
    const located = await surest(gazetteers, query, await gazetteers.countriesOf(town));
    if (located) return { ...located, confidence: Math.round(located.confidence * GUESSED * 100) / 100 };
  }
  return undefined;
}

/** Where an address has a number that may be a postal code, it decides between countries with a town of the name. Otherwise the largest is meant. */
async function surest(
  gazetteers: Gazetteers,
  query: GeocodeQuery,
  countries: readonly string[],
): Promise<Located | undefined> {
  const { address } = query;
  const hasCode = typeof address === 'string' ? /\d{3}/.test(address) : (address.zipCode ?? '').trim() !== '';
  let best: Located | undefined;
  for (const country of countries.slice(0, hasCode ? MOST_COUNTRIES : 1)) {
    const located = locate(await gazetteers.of(country), { ...query, country });
    if (located && located.confidence > (best?.confidence ?? 0)) best = located;
  }
  return best;
}
