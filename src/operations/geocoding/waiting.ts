import { tenantsToGeocode } from '../../storage/geocode-store.ts';
import type { Deps } from '../deps.ts';

/** Tenants with something to geocode. */
export const waitingTenants = async (deps: Deps): Promise<number[]> =>
  (await tenantsToGeocode(deps.db)).map(({ id }) => id);
