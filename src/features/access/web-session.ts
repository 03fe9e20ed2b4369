import { randomBytes } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase, Session, Transaction } from '../../platform/postgres/database.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import { writeCalls } from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { type Membership, membershipsOf } from './account-store.ts';
import { callerOfSession, hashKey } from './authenticate.ts';
import { type Login, membershipsWith } from './login.ts';
import type { SessionChange } from './session-contract.ts';
import { beginSession, endSession, personOf, sessionByHash, type WebSession } from './session-store.ts';

const LIFE_MS = 14 * 24 * 3_600_000;

export interface ShownSession {
  readonly signedIn: boolean;
  /** What an account may choose from; of those that it has. */
  readonly tenants: readonly string[];
  readonly tenant?: { readonly name: string; readonly timeZone: string; readonly modules: readonly string[] };
  readonly user?: {
    readonly email: string;
    readonly displayName: string | null;
    readonly language: string | null;
    readonly timeZone: string | null;
    readonly resourceNo: string | null;
    readonly profiles: readonly string[];
    readonly roles: readonly string[];
    readonly scopes: readonly string[];
    readonly permissions: readonly string[];
  };
  readonly expiresAt?: string;
}

/** A session that was begun: its secret goes into the cookie and nowhere else. */
interface Begun {
  readonly secret: string;
  readonly lifeSeconds: number;
}

export interface ChangedSession {
  readonly begun: Begun | undefined;
  readonly shown: ShownSession;
}

/**
 * POST /session. An account that belongs to several tenants and sends none gets the list, and signs in with a second request.
 */
export async function signIn(
  deps: HasDatabase & HasClock,
  login: Login & { readonly tenant: string | undefined },
): Promise<ChangedSession> {
  const memberships = await membershipsWith(deps, login);
  if (login.tenant === undefined && memberships.length > 1)
    return { begun: undefined, shown: { signedIn: false, tenants: namesOf(memberships) } };
  const member = chosen(memberships, login.tenant);
  return deps.db.transaction(async (tx) => ({ commit: true, value: await beginIn(tx, deps, member) }));
}

/** GET /session: who is signed in, and nobody is an answer too. */
export async function showSession(
  deps: { readonly db: Session; readonly now: () => Date },
  secret: string | undefined,
): Promise<ShownSession> {
  const session = secret === undefined ? undefined : await sessionByHash(deps.db, hashKey(secret), deps.now());
  if (!session) return { signedIn: false, tenants: [] };
  const person = await personOf(deps.db, session.tenantId, session.userId);
  const { permissions, scopes } = callerOfSession(session, { requestId: '', origin: 'ui' });
  return {
    signedIn: true,
    tenants: namesOf(await membershipsOf(deps.db, [session.accountId])),
    tenant: { name: session.tenantName, timeZone: session.timeZone, modules: session.modules },
    user: {
      email: session.email,
      displayName: person?.displayName ?? null,
      language: person?.language ?? null,
      timeZone: person?.timeZone ?? null,
      resourceNo: person?.resourceNo ?? null,
      profiles: person?.profiles ?? [],
      roles: session.roles,
      scopes,
      permissions,
    },
    expiresAt: formatInstant(session.timeZone, session.expiresAt),
  };
}

/** PUT /session: another tenant of the same account, or one's own language and time zone. */
export async function changeSession(
  deps: WriteDeps,
  secret: string | undefined,
  { tenant, ...preferences }: SessionChange,
  requestId: string,
): Promise<ChangedSession> {
  const session = await needSession(deps, secret);
  const member = tenant === undefined ? undefined : chosen(await membershipsOf(deps.db, [session.accountId]), tenant);
  // Everything in one transaction, what is shown included: a response never shows half of it.
  const finish = async (tx: Transaction): Promise<ChangedSession> => {
    if (!member) return { begun: undefined, shown: await showSession({ db: tx, now: deps.now }, secret) };
    if (secret !== undefined) await endSession(tx, hashKey(secret));
    return beginIn(tx, deps, member);
  };
  const sent = Object.fromEntries(Object.entries(preferences).filter(([, value]) => value !== undefined));
  if (Object.keys(sent).length === 0)
    return deps.db.transaction(async (tx) => ({ commit: true, value: await finish(tx) }));
  const caller = callerOfSession(session, { requestId, origin: 'ui' });
  let changed: ChangedSession | undefined;
  // Everybody may say how they want to read, and nothing else of a user.
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
export async function signOut(deps: HasDatabase, secret: string | undefined): Promise<void> {
  if (secret !== undefined) await endSession(deps.db, hashKey(secret));
}

async function needSession(deps: HasDatabase & HasClock, secret: string | undefined): Promise<WebSession> {
  const session = secret === undefined ? undefined : await sessionByHash(deps.db, hashKey(secret), deps.now());
  if (!session) throw refuse('USR002', 'Not signed in: use POST /session first.');
  return session;
}

async function beginIn(tx: Transaction, deps: HasClock, member: Membership): Promise<ChangedSession> {
  const secret = randomBytes(32).toString('base64url');
  const now = deps.now();
  await beginSession(tx, {
    hash: hashKey(secret),
    member,
    now,
    expiresAt: new Date(now.getTime() + LIFE_MS),
  });
  const shown = await showSession({ db: tx, now: deps.now }, secret);
  return { begun: { secret, lifeSeconds: LIFE_MS / 1000 }, shown };
}

function chosen(memberships: readonly Membership[], tenant: string | undefined): Membership {
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

const namesOf = (memberships: readonly Membership[]): string[] => memberships.map(({ tenantName }) => tenantName);
