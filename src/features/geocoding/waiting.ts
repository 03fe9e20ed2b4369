import type { HasDatabase } from '../../platform/postgres/database.ts';
import { tenantsToGeocode } from './geocode-store.ts';

/** Tenants with something to geocode. */
export const waitingTenants = async (deps: HasDatabase): Promise<number[]> =>
  (await tenantsToGeocode(deps.db)).map(({ id }) => id);
