import { type BrowserName, browserName } from '../../domain/browser-name.ts';
import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { noteEvent } from '../access/audit-store.ts';
import { hashKey } from '../access/authenticate.ts';
import { endAllOthers, endSessionById, type OwnSession, sessionsOf } from './own-session-store.ts';

/** The request of a person: the cookie of the browser, if it came with one, and where it came from. */
export interface OwnRequest {
  readonly secret: string | undefined;
  readonly address: string;
}

export interface ShownOwnSession extends BrowserName {
  readonly id: number;
  readonly current: boolean;
  readonly tenant: string;
  readonly method: string;
  readonly address: string | null;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
}

/** Only a person has an account; an API key has none. */
export function accountOf({ accountId, withinTenant }: Caller): number {
  if (accountId === null) throw refuse('USR004', 'Only a person who signed in has an account; an API key has none.');
  if (withinTenant)
    throw refuse(
      'USR004',
      'You signed in with the identity provider of the tenant, which does not open your account. Sign in with your password.',
    );
  return accountId;
}

export const hashOf = (secret: string | undefined): Buffer | null => (secret === undefined ? null : hashKey(secret));

/** GET /me/session. */
export async function listOwnSessions(
  deps: HasDatabase & HasClock,
  caller: Caller,
  { secret }: OwnRequest,
): Promise<ShownOwnSession[]> {
  const sessions = await sessionsOf(deps.db, accountOf(caller), hashOf(secret), deps.now());
  return sessions.map((session) => shown(session, caller.timeZone));
}

const shown = (session: OwnSession, zone: string): ShownOwnSession => ({
  id: session.id,
  current: session.current,
  tenant: session.tenantName,
  method: session.method,
  address: session.address,
  ...browserName(session.userAgent),
  createdAt: formatInstant(zone, session.createdAt),
  lastSeenAt: formatInstant(zone, session.lastSeenAt),
  expiresAt: formatInstant(zone, session.expiresAt),
});

/** DELETE /me/session/{id}. A session of somebody else answers as one that does not exist. */
export async function endOwnSession(
  deps: HasDatabase,
  caller: Caller,
  { address }: OwnRequest,
  sent: string,
): Promise<void> {
  const accountId = accountOf(caller);
  const absent = () => refuse('APP001', 'There is no such session. It may have ended.');
  if (!/^\d{1,15}$/.test(sent)) throw absent();
  await deps.db.transaction(async (tx) => {
    const tenantId = await endSessionById(tx, accountId, Number(sent));
    if (tenantId === undefined) throw absent();
    await noteEvent(tx, { tenantId, kind: 'session.ended', actor: caller.actor, address });
    return { commit: true, value: undefined };
  });
}

/** DELETE /me/session: signs out everywhere else. */
export const endOtherSessions = (
  deps: HasDatabase,
  caller: Caller,
  { secret, address }: OwnRequest,
): Promise<{ readonly ended: number }> => {
  const accountId = accountOf(caller);
  return deps.db.transaction(async (tx) => {
    const ended = await endAllOthers(tx, accountId, hashOf(secret));
    const { tenantId, actor } = caller;
    await noteEvent(tx, { tenantId, kind: 'session.othersEnded', actor, address, detail: { sessions: ended } });
    return { commit: true, value: { ended } };
  });
};
