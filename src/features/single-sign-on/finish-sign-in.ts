import { foldKeyPart } from '../../domain/natural-key.ts';
import { verifiedEmail } from '../../domain/verified-email.ts';
import type { Cause } from '../../platform/cause.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import type { Membership } from '../access/account-store.ts';
import { noteEvent } from '../access/audit-store.ts';
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

export interface Callback extends Cause {
  /** The tenant of the address that the provider returned to; null for that of the installation. */
  readonly tenantId: number | null;
  readonly state: string | undefined;
  /** The query as it came, with its question mark. */
  readonly query: string;
  /** The secret in the cookie of the browser. */
  readonly secret: string | undefined;
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
  const begun = await attemptOf(deps, callback);
  const { tenantId, returnTo } = begun.attempt;
  const session = await completed(deps, callback, begun).catch(async (error: unknown) => {
    if (error instanceof SignInFailure)
      await noteEvent(deps.db, {
        tenantId,
        kind: 'signIn.failed',
        actor: 'sso',
        address: callback.address,
        detail: { method: 'sso', reason: error.code },
      });
    throw error;
  });
  return { session, returnTo };
}

async function completed(
  deps: FinishDeps,
  callback: Callback,
  { attempt, state, secret }: Begun,
): Promise<ChangedSession> {
  const provider = await sameProvider(deps, attempt, callback.tenantId);
  const connection = await deps.providerConnections.connect(provider).catch((error: Error) => {
    throw new SignInFailure('unavailable', error.message, { cause: error });
  });
  const url = new URL(`${deps.publicAddress.url(callbackPath(provider.kind, attempt.tenantId))}${callback.query}`);
  const person = await exchangeCode(provider, connection, { url, state, secret });
  const tenant = await tenantFor(deps, provider, attempt, person);
  const { requestId, traceParent } = callback;
  const entry = { tenant, provider, person, requestId, traceParent };
  return admitPerson(deps, entry, (tx, member) => beginSession(deps, tx, callback, entry, member)).catch(
    async (error: unknown) => {
      if (error instanceof NeedsConfirmation)
        await waitForPassword(deps, attempt, tenant, person, error.userId, secret);
      throw error;
    },
  );
}

async function beginSession(
  deps: FinishDeps,
  tx: Transaction,
  { address, userAgent }: Callback,
  { tenant, provider, person }: { readonly tenant: Tenant; readonly provider: Provider; readonly person: ProvenPerson },
  member: Membership,
): Promise<ChangedSession> {
  const session = await beginFor(tx, deps, member, { method: 'sso', address, userAgent });
  if (!session.begun) throw new Error('no session was begun');
  const hash = hashKey(session.begun.secret);
  const { kind, issuer, clientId } = provider;
  await keepSsoSession(tx, hash, {
    tenantId: tenant.id,
    provider: kind,
    issuer,
    clientId,
    subject: person.subject,
    sid: person.sid ?? null,
    sealedIdToken: person.idToken.length > LONGEST_HINT ? null : deps.sealer.seal(person.idToken),
  });
  return session;
}

interface Begun {
  readonly attempt: Attempt;
  readonly state: string;
  readonly secret: string;
}

/** The attempt that this callback completes, once, and only in the browser that began it. */
async function attemptOf(deps: FinishDeps, { state, secret }: Callback): Promise<Begun> {
  const attempt =
    state === undefined || secret === undefined || state.length > 100
      ? undefined
      : await takeAttempt(deps.db, hashKey(state), hashKey(secret), deps.now());
  if (!attempt || state === undefined || secret === undefined)
    throw new SignInFailure(
      'expired',
      'The sign-in was not begun in this browser, was completed before, or has expired.',
    );
  return { attempt, state, secret };
}

/** The provider that the browser was sent to, if it is still the same one, and returned to its own address. */
async function sameProvider(
  deps: FinishDeps,
  { provider: kind, tenantId, issuer, clientId }: Attempt,
  returnedTo: number | null,
): Promise<Provider> {
  if (returnedTo !== (kind === 'installation' ? null : tenantId))
    throw new SignInFailure('failed', 'The sign-in was begun for another tenant than the one of the callback.');
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
