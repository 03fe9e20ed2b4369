import type { GeocodeProvider } from '../../domain/geocoding.ts';
import type { HasOutages } from '../../platform/outages.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { Gazetteers } from './gateway/gazetteers.ts';

/** What geocoding is done with; compose.ts puts it together. */
export interface Geocoding {
  readonly gazetteers: Gazetteers;
  /** Undefined: only the data that are here. */
  readonly provider: GeocodeProvider | undefined;
  readonly cacheDays: number;
}

export interface HasGeocoding {
  readonly geocoding: Geocoding;
}

/** What every look-up of an address needs. */
export type GeocodeDeps = HasDatabase & HasGeocoding & HasOutages;
