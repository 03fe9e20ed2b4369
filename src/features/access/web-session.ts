import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import type { Cause } from '../../platform/cause.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import { writeCalls } from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { type Membership, membershipsOf } from './account-store.ts';
import { noteEvent } from './audit-store.ts';
import { callerOfSession, hashKey } from './authenticate.ts';
import { beginFor, type ChangedSession } from './begin-session.ts';
import { type Login, membershipsWith } from './login.ts';
import { askSecondFactor } from './second-factor/ask-second-factor.ts';
import type { SessionChange } from './session-contract.ts';
import { carryProviderSession, endSession, sessionByHash, type WebSession } from './session-store.ts';
import { namesOf, showSession } from './show-session.ts';

/**
 * POST /session. An account that belongs to several tenants and sends none gets the list, and signs in with a second request.
 */
export async function signIn(
  deps: HasDatabase & HasClock & HasPublicAddress,
  login: Login & { readonly tenant: string | undefined; readonly userAgent: string | undefined },
): Promise<ChangedSession> {
  const memberships = await membershipsWith(deps, login);
  if (login.tenant === undefined && memberships.length > 1)
    return { begun: undefined, shown: { signedIn: false, tenants: namesOf(memberships) } };
  const member = chosen(memberships, login.tenant);
  if (member.hasFactor)
    return {
      begun: undefined,
      shown: { signedIn: false, tenants: [], secondFactor: await askSecondFactor(deps, member) },
    };
  const from = { method: 'password', address: login.address, userAgent: login.userAgent } as const;
  return deps.db.transaction(async (tx) => ({ commit: true, value: await beginFor(tx, deps, member, from) }));
}

/** PUT /session: another tenant of the same account, or one's own name and preferences. */
export async function changeSession(
  deps: WriteDeps,
  secret: string | undefined,
  { tenant, ...preferences }: SessionChange,
  cause: Cause,
): Promise<ChangedSession> {
  const session = await needSession(deps, secret);
  const member = tenant === undefined ? undefined : chosen(await openedBy(deps, session), tenant);
  // Everything in one transaction, what is shown included: a response never shows half of it.
  const finish = async (tx: Transaction): Promise<ChangedSession> => {
    if (!member) return { begun: undefined, shown: await showSession({ db: tx, now: deps.now }, secret) };
    const changed = await beginFor(tx, deps, member, session);
    if (secret === undefined) return changed;
    if (changed.begun) await carryProviderSession(tx, hashKey(secret), hashKey(changed.begun.secret));
    await endSession(tx, hashKey(secret));
    return changed;
  };
  const sent = Object.fromEntries(Object.entries(preferences).filter(([, value]) => value !== undefined));
  if (Object.keys(sent).length === 0)
    return deps.db.transaction(async (tx) => ({ commit: true, value: await finish(tx) }));
  const caller = callerOfSession(session, { ...cause, origin: 'ui' });
  let changed: ChangedSession | undefined;
  // Everybody may say how they are called and how they want to work, and nothing else of a user.
  await writeCalls(
    deps,
    { ...caller, permissions: [...caller.permissions, 'users.manage'] },
    [fromObject('mboc_upsertUser', { email: session.email, ...sent })],
    { handling: 'default', dryRun: false, speak: 'property' },
    {
      enter: async () => {},
      leave: async (tx) => {
        changed = await finish(tx);
      },
    },
  );
  if (!changed) throw new Error('the session was not shown');
  return changed;
}

/** DELETE /session; what has ended already stays ended. */
export async function signOut(deps: HasDatabase, secret: string | undefined, address: string): Promise<void> {
  const ended = secret === undefined ? undefined : await endSession(deps.db, hashKey(secret));
  if (ended)
    await noteEvent(deps.db, {
      tenantId: ended.tenantId,
      kind: 'session.ended',
      actor: `user:${ended.email}`,
      address,
    });
}

async function needSession(deps: HasDatabase & HasClock, secret: string | undefined): Promise<WebSession> {
  const session = secret === undefined ? undefined : await sessionByHash(deps.db, hashKey(secret), deps.now());
  if (!session) throw refuse('USR002', 'Not signed in: use POST /session first.');
  return session;
}

/** A session of the provider of one tenant opens no other tenant. */
const openedBy = async (deps: HasDatabase, session: WebSession): Promise<readonly Membership[]> =>
  session.withinTenant ? [session] : membershipsOf(deps.db, [session.accountId]);

export function chosen(memberships: readonly Membership[], tenant: string | undefined): Membership {
  const [first] = memberships;
  const member =
    tenant === undefined
      ? first
      : memberships.find(({ tenantName }) => foldKeyPart(tenantName) === foldKeyPart(tenant));
  if (!member)
    throw refuse(
      'REQ014',
      `tenant: must be one of the tenants of the account: ${namesOf(memberships).join(', ')}.`,
      'tenant',
    );
  return member;
}
