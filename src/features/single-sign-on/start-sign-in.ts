import { returnPath } from '../../domain/return-path.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { hashKey } from '../access/authenticate.ts';
import { keepAttempt } from './attempt-store.ts';
import { ATTEMPT_MS, nonceOf, randomSecret, verifierOf } from './browser-secret.ts';
import { type FindDeps, providerFor, tenantNamed } from './find-provider.ts';
import type { HasInstallationProvider, Provider, ProviderKind } from './provider.ts';
import type { HasProviderConnections } from './provider-connections.ts';
import { SignInFailure } from './sign-in-failure.ts';

export type StartDeps = HasDatabase &
  HasClock &
  HasSealer &
  HasPublicAddress &
  HasProviderConnections &
  HasInstallationProvider;

/**
 * The address to which a provider returns. Each tenant has its own, so that the answer of one tenant's provider cannot be passed off as that of another's:
 * a provider returns only to addresses that are registered with it.
 */
export const callbackPath = (kind: ProviderKind, tenantId: number | null): string =>
  kind === 'installation' ? '/sso/callback' : `/sso/callback/${tenantId}`;

export interface Started {
  /** The page of the provider. */
  readonly location: string;
  /** Goes into the cookie of the browser. */
  readonly secret: string;
}

/** GET /sso/{tenant}/start and GET /sso/start: sends the browser to the provider. */
export async function startSignIn(
  deps: StartDeps,
  tenantName: string | undefined,
  to: string | undefined,
): Promise<Started> {
  const { provider, tenantId } = await offered(deps, tenantName);
  const client = await import('openid-client');
  const { configuration } = await deps.providerConnections.connect(provider).catch((error: Error) => {
    throw new SignInFailure('unavailable', error.message, { cause: error });
  });
  const [state, secret] = [randomSecret(), randomSecret()];
  const { kind, issuer, clientId } = provider;
  await keepAttempt(
    deps.db,
    hashKey(state),
    hashKey(secret),
    { tenantId, provider: kind, issuer, clientId, returnTo: returnPath(to), subject: null, userId: null },
    new Date(deps.now().getTime() + ATTEMPT_MS),
  );
  const location = client.buildAuthorizationUrl(configuration, {
    redirect_uri: deps.publicAddress.url(callbackPath(kind, tenantId)),
    scope: provider.scopes.join(' '),
    state,
    nonce: nonceOf(secret),
    code_challenge: await client.calculatePKCECodeChallenge(verifierOf(secret)),
    code_challenge_method: 'S256',
  });
  return { location: location.href, secret };
}

/** A tenant that does not exist and one without a provider of its own look alike. */
async function offered(
  deps: FindDeps,
  tenantName: string | undefined,
): Promise<{ readonly provider: Provider; readonly tenantId: number | null }> {
  const tenant = await tenantNamed(deps.db, tenantName);
  const provider = tenant ? await providerFor(deps, tenant.id) : deps.installationProvider;
  if (!provider) throw new SignInFailure('notOffered', 'There is no identity provider for this sign-in.');
  return { provider, tenantId: tenant?.id ?? null };
}

/** What the sign-in page offers. */
export interface Offer {
  readonly name: string;
  /** The address of our own that begins the sign-in. */
  readonly start: string;
}

/** GET /sso: the provider of the installation, and that of a tenant for those who know its name. */
export async function offers(deps: FindDeps, tenantName: string | undefined): Promise<readonly Offer[]> {
  const { installationProvider } = deps;
  const general = installationProvider ? [{ name: installationProvider.name, start: '/sso/start' }] : [];
  const tenant = await tenantNamed(deps.db, tenantName);
  const own = tenant && (await providerFor(deps, tenant.id));
  return own?.kind === 'tenant' && tenant
    ? [{ name: own.name, start: `/sso/${encodeURIComponent(tenant.name)}/start` }]
    : general;
}
