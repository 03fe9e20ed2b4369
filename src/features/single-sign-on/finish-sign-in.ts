import { foldKeyPart } from '../../domain/natural-key.ts';
import { verifiedEmail } from '../../domain/verified-email.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { hashKey } from '../access/authenticate.ts';
import { beginFor, type ChangedSession } from '../access/begin-session.ts';
import { type Tenant, tenantById } from '../access/tenant-store.ts';
import { admitPerson, NeedsConfirmation } from './admit-person.ts';
import { type Attempt, keepAttempt, takeAttempt } from './attempt-store.ts';
import { ATTEMPT_MS, randomSecret } from './browser-secret.ts';
import { exchangeCode, type ProvenPerson } from './exchange-code.ts';
import { providerOfKind, tenantNamed } from './find-provider.ts';
import { tenantsOf } from './identity-store.ts';
import type { HasInstallationProvider, Provider } from './provider.ts';
import type { HasProviderConnections } from './provider-connections.ts';
import { SignInFailure } from './sign-in-failure.ts';
import { keepSsoSession } from './sso-session-store.ts';
import { callbackPath } from './start-sign-in.ts';

export type FinishDeps = WriteDeps & HasSealer & HasPublicAddress & HasProviderConnections & HasInstallationProvider;

export interface Callback {
  /** The tenant of the address that the provider returned to; null for that of the installation. */
  readonly tenantId: number | null;
  readonly state: string | undefined;
  /** The query as it came, with its question mark. */
  readonly query: string;
  /** The secret in the cookie of the browser. */
  readonly secret: string | undefined;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string | undefined;
}

export interface SignedIn {
  readonly session: ChangedSession;
  readonly returnTo: string;
}

/** The longest ID token that is kept as a hint for signing out: it is sent in an address. */
const LONGEST_HINT = 6000;

/** GET /sso/callback: the provider has sent the browser back. */
export async function finishSignIn(deps: FinishDeps, callback: Callback): Promise<SignedIn> {
  const { attempt, state, secret } = await begun(deps, callback);
  const provider = await sameProvider(deps, attempt);
  const connection = await deps.providerConnections.connect(provider).catch((error: Error) => {
    throw new SignInFailure('unavailable', error.message, { cause: error });
  });
  const url = new URL(`${deps.publicAddress.url(callbackPath(provider.kind, attempt.tenantId))}${callback.query}`);
  const person = await exchangeCode(provider, connection, { url, state, secret });
  const tenant = await tenantFor(deps, provider, attempt, person);
  const entry = { tenant, provider, person, requestId: callback.requestId };
  const session = await admitPerson(deps, entry, async (tx, member) => {
    const session = await beginFor(tx, deps, member, {
      method: 'sso',
      address: callback.address,
      userAgent: callback.userAgent,
    });
    if (!session.begun) throw new Error('no session was begun');
    const { kind, issuer, clientId } = provider;
    await keepSsoSession(tx, hashKey(session.begun.secret), {
      tenantId: tenant.id,
      provider: kind,
      issuer,
      clientId,
      subject: person.subject,
      sid: person.sid ?? null,
      sealedIdToken: person.idToken.length > LONGEST_HINT ? null : deps.sealer.seal(person.idToken),
    });
    return session;
  }).catch(async (error: unknown) => {
    if (error instanceof NeedsConfirmation) await waitForPassword(deps, attempt, tenant, person, error.userId, secret);
    throw error;
  });
  return { session, returnTo: attempt.returnTo };
}

/** The attempt that this callback completes, once, and only in the browser and for the tenant that began it. */
async function begun(
  deps: FinishDeps,
  { state, secret, tenantId }: Callback,
): Promise<{ readonly attempt: Attempt; readonly state: string; readonly secret: string }> {
  const attempt =
    state === undefined || secret === undefined || state.length > 100
      ? undefined
      : await takeAttempt(deps.db, hashKey(state), hashKey(secret), deps.now());
  if (!attempt || state === undefined || secret === undefined)
    throw new SignInFailure(
      'expired',
      'The sign-in was not begun in this browser, was completed before, or has expired.',
    );
  const isOwn = attempt.provider === 'installation' ? tenantId === null : attempt.tenantId === tenantId;
  if (!isOwn)
    throw new SignInFailure('failed', 'The sign-in was begun for another tenant than the one of the callback.');
  return { attempt, state, secret };
}

/** The provider that the browser was sent to, if it is still the same one. */
async function sameProvider(
  deps: FinishDeps,
  { provider: kind, tenantId, issuer, clientId }: Attempt,
): Promise<Provider> {
  const provider = await providerOfKind(deps, kind, tenantId);
  if (provider?.issuer !== issuer || provider.clientId !== clientId)
    throw new SignInFailure('expired', 'The identity provider was changed while the person signed in.');
  return provider;
}

/**
 * The provider of the installation opens every tenant without one of its own: the one that was asked for, else one that knows the person, else the one
 * in which it creates users.
 */
async function tenantFor(
  deps: FinishDeps,
  provider: Provider,
  { tenantId }: Attempt,
  { subject, claims }: ProvenPerson,
): Promise<Tenant> {
  const email = verifiedEmail(claims, provider.trustedDomains);
  const [first = null] =
    tenantId === null
      ? await tenantsOf(
          deps.db,
          { issuer: provider.issuer, subject },
          'email' in email ? foldKeyPart(email.email) : undefined,
        )
      : [tenantId];
  const tenant =
    first === null ? await tenantNamed(deps.db, deps.installationProvider?.tenant) : await tenantById(deps.db, first);
  if (!tenant) throw new SignInFailure('unknown', 'No tenant has a user for this person.');
  return tenant;
}

/** Until the password is entered, in the same browser. */
const waitForPassword = (
  deps: FinishDeps,
  attempt: Attempt,
  tenant: Tenant,
  { subject }: ProvenPerson,
  userId: number,
  secret: string,
): Promise<void> =>
  keepAttempt(
    deps.db,
    hashKey(randomSecret()),
    hashKey(secret),
    { ...attempt, tenantId: tenant.id, subject, userId },
    new Date(deps.now().getTime() + ATTEMPT_MS),
  );
