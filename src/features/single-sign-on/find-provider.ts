import { storable } from '../../domain/values/parse.ts';
import type { Session } from '../../platform/postgres/database.ts';
import type { Sealer } from '../../platform/sealer.ts';
import { type Tenant, tenantByName } from '../access/tenant-store.ts';
import type { HasInstallationProvider, Provider, ProviderKind } from './provider.ts';
import { providerOf, type StoredProvider } from './provider-store.ts';

export interface FindDeps extends HasInstallationProvider {
  readonly db: Session;
  readonly sealer: Sealer;
}

/** A tenant by the name in an address, which anybody may have written. */
export const tenantNamed = async (db: Session, name: string | undefined): Promise<Tenant | undefined> =>
  name === undefined || name.length > 100 || storable(name) ? undefined : tenantByName(db, name);

export const opened = ({ sealedSecret, ...stored }: StoredProvider, sealer: Sealer): Provider => ({
  ...stored,
  kind: 'tenant',
  clientSecret: sealedSecret === null ? undefined : sealer.open(sealedSecret),
});

/** The provider that a tenant signs in with: its own, else that of the installation. */
export async function providerFor(deps: FindDeps, tenantId: number): Promise<Provider | undefined> {
  const stored = await providerOf(deps.db, tenantId);
  return stored?.enabled ? opened(stored, deps.sealer) : deps.installationProvider;
}

/** The provider of this kind. One of a tenant is undefined once it is removed or disabled, and never becomes that of the installation. */
export async function providerOfKind(
  deps: FindDeps,
  kind: ProviderKind,
  tenantId: number | null,
): Promise<Provider | undefined> {
  if (kind === 'installation') return deps.installationProvider;
  const stored = tenantId === null ? undefined : await providerOf(deps.db, tenantId);
  return stored?.enabled ? opened(stored, deps.sealer) : undefined;
}
