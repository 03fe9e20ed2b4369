import { ANY_TENANT } from '../../storage/change-log.ts';
import { tenantsToGeocode } from '../../storage/geocode-store.ts';
import type { Deps } from '../deps.ts';

/** Tenants with something to geocode. */
export const waitingTenants = async (deps: Deps): Promise<number[]> =>
  (await tenantsToGeocode(deps.db)).map(({ id }) => id);

/** Resolves when any tenant's data change, or after the time. */
export const waitForChanges = (
  deps: Deps,
  ms: number,
  signal: AbortSignal,
): { rung: Promise<void>; cancel: () => void } => deps.bell.wait(ANY_TENANT, ms, signal);
