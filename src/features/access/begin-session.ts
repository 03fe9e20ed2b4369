import { randomBytes } from 'node:crypto';
import type { HasClock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { Membership } from './account-store.ts';
import { noteEvent } from './audit-store.ts';
import { hashKey } from './authenticate.ts';
import { beginSession, IDLE_DAYS, MOST_DAYS, type SignInFrom } from './session-store.ts';
import { type ShownSession, showSession } from './show-session.ts';

const DAY_MS = 24 * 3_600_000;
/** The cookie stays as long as a session can be renewed; the service decides when the session ends. */
const COOKIE_SECONDS = (MOST_DAYS * DAY_MS) / 1000;

/** A session that was begun: its secret goes into the cookie and nowhere else. */
interface Begun {
  readonly secret: string;
  readonly lifeSeconds: number;
}

export interface ChangedSession {
  readonly begun: Begun | undefined;
  readonly shown: ShownSession;
}

/** The one way in which a session of a browser begins. The caller has checked everything that a sign-in needs. */
export async function beginFor(
  tx: Transaction,
  deps: HasClock,
  member: Membership,
  from: SignInFrom,
): Promise<ChangedSession> {
  const secret = randomBytes(32).toString('base64url');
  const now = deps.now();
  const expiresAt = Math.min(now.getTime() + IDLE_DAYS * DAY_MS, (from.provedAt ?? now.getTime()) + MOST_DAYS * DAY_MS);
  await beginSession(tx, { hash: hashKey(secret), member, from, now, expiresAt: new Date(expiresAt) });
  await noteEvent(tx, {
    tenantId: member.tenantId,
    kind: 'signIn.succeeded',
    actor: `user:${member.email}`,
    address: from.address,
    detail: { method: from.method },
  });
  const shown = await showSession({ db: tx, now: deps.now }, secret);
  return { begun: { secret, lifeSeconds: COOKIE_SECONDS }, shown };
}
