import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import { hashKey } from '../access/authenticate.ts';
import { endSession } from '../access/session-store.ts';
import { type FindDeps, providerOfKind } from './find-provider.ts';
import type { HasProviderConnections } from './provider-connections.ts';
import { type SsoSession, ssoSessionOf } from './sso-session-store.ts';

export type SignOutDeps = FindDeps & HasPublicAddress & HasProviderConnections;

/** Where the provider returns to after it has signed the person out. */
export const SIGNED_OUT_PATH = '/app/sign-in';

export interface SignedOut {
  /** The page of the provider that ends the session there; null where there is none. */
  readonly redirectTo: string | null;
}

/** POST /sso/logout: ends the session here first, whatever the provider does. */
export async function signOutEverywhere(deps: SignOutDeps, secret: string | undefined): Promise<SignedOut> {
  if (secret === undefined) return { redirectTo: null };
  const session = await ssoSessionOf(deps.db, hashKey(secret));
  await endSession(deps.db, hashKey(secret));
  return { redirectTo: session ? await endAddress(deps, session).catch(() => null) : null };
}

async function endAddress(deps: SignOutDeps, session: SsoSession): Promise<string | null> {
  const provider = await providerOfKind(deps, session.provider, session.tenantId);
  if (provider?.issuer !== session.issuer || provider.clientId !== session.clientId) return null;
  const { configuration } = await deps.providerConnections.connect(provider);
  const { end_session_endpoint: end } = configuration.serverMetadata();
  // The browser goes there: nothing but a page on the web will do.
  if (end === undefined || !/^https?:\/\//i.test(end)) return null;
  const { buildEndSessionUrl } = await import('openid-client');
  return buildEndSessionUrl(configuration, {
    post_logout_redirect_uri: deps.publicAddress.url(SIGNED_OUT_PATH),
    ...(session.sealedIdToken === null ? {} : { id_token_hint: deps.sealer.open(session.sealedIdToken) }),
  }).href;
}
