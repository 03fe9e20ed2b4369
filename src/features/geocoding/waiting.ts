import type { Deps } from '../../deps.ts';
import { tenantsToGeocode } from './geocode-store.ts';

/** Tenants with something to geocode. */
export const waitingTenants = async (deps: Deps): Promise<number[]> =>
  (await tenantsToGeocode(deps.db)).map(({ id }) => id);
