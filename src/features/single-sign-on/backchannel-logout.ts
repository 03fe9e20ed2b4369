import { decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import { refuse } from '../../domain/errors.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { providerOfKind } from './find-provider.ts';
import type { HasInstallationProvider, Provider } from './provider.ts';
import type { HasProviderConnections } from './provider-connections.ts';
import { tenantsWith } from './provider-store.ts';
import { endSsoSessions, noteLogoutToken } from './sso-session-store.ts';

export type LogoutDeps = HasDatabase & HasClock & HasSealer & HasInstallationProvider & HasProviderConnections;

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A provider sends the token at once; an older one is not believed, and a replay is remembered for as long. */
const MAX_AGE_SECONDS = 600;
const TOLERANCE_SECONDS = 60;

const wrong = (why: string) => refuse('REQ014', `logout_token: ${why}`, 'logout_token');

/**
 * POST /sso/backchannel-logout (OpenID Connect Back-Channel Logout 1.0): a provider ends the sessions of one of its own sessions (sid), or all of a
 * person (sub).
 */
export async function backchannelLogout(deps: LogoutDeps, token: string): Promise<{ readonly ended: number }> {
  const provider = await senderOf(deps, token);
  const { payload } = await verified(deps, provider, token);
  const { subject, sid, jti } = logoutOf(payload);
  const { issuer, clientId } = provider;
  const forgotten = new Date(deps.now().getTime() + (MAX_AGE_SECONDS + 2 * TOLERANCE_SECONDS) * 1000);
  if (!(await noteLogoutToken(deps.db, issuer, jti, forgotten))) throw wrong('it was used before.');
  return { ended: await endSsoSessions(deps.db, { issuer, clientId, subject, sid }) };
}

/** Whose provider the token names. What it says is not believed before its signature is verified. */
async function senderOf(deps: LogoutDeps, token: string): Promise<Provider> {
  const { iss, aud } = decoded(token);
  const audiences = [aud].flat().filter((each) => typeof each === 'string');
  const [clientId] = audiences;
  if (typeof iss !== 'string' || clientId === undefined || audiences.length !== 1 || iss.length > 1000)
    throw wrong('it names no issuer, or not one audience.');
  const { installationProvider } = deps;
  if (installationProvider?.issuer === iss && installationProvider.clientId === clientId) return installationProvider;
  const [tenantId = null] = await tenantsWith(deps.db, iss, clientId);
  const provider = await providerOfKind(deps, 'tenant', tenantId);
  if (!provider) throw wrong('its issuer and audience belong to no identity provider of this service.');
  return provider;
}

function decoded(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw wrong('it is not a signed token.');
  }
}

async function verified(deps: LogoutDeps, provider: Provider, token: string) {
  const { keys } = await deps.providerConnections.connect(provider).catch(() => {
    throw wrong('the keys of the provider cannot be read.');
  });
  return jwtVerify(token, keys, {
    issuer: provider.issuer,
    audience: provider.clientId,
    currentDate: deps.now(),
    clockTolerance: TOLERANCE_SECONDS,
    maxTokenAge: MAX_AGE_SECONDS,
    requiredClaims: ['iat', 'jti', 'events'],
  }).catch((error: Error) => {
    throw wrong(`it is not valid: ${error.message}.`);
  });
}

interface Logout {
  readonly subject: string | null;
  readonly sid: string | null;
  readonly jti: string;
}

function logoutOf({ sub, sid, jti, nonce, events }: JWTPayload): Logout {
  const event = typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[EVENT] : undefined;
  if (typeof event !== 'object' || event === null) throw wrong(`events must contain ${EVENT}.`);
  // An ID token has a nonce: it must not pass for a logout token.
  if (nonce !== undefined) throw wrong('it must not have a nonce.');
  if (typeof jti !== 'string' || jti === '' || jti.length > 255) throw wrong('jti must have 1 to 255 characters.');
  const subject = typeof sub === 'string' && sub !== '' ? sub : null;
  const session = typeof sid === 'string' && sid !== '' ? sid : null;
  if (subject === null && session === null) throw wrong('it must have sub or sid.');
  return { subject, sid: session, jti };
}
