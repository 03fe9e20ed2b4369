import { refuse } from '../../domain/errors.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { noteEvent } from '../access/audit-store.ts';
import { hashKey } from '../access/authenticate.ts';
import { sessionByHash } from '../access/session-store.ts';
import { takeConfirmation } from './attempt-store.ts';
import { linkUser } from './identity-store.ts';
import { ssoSessionOf } from './sso-session-store.ts';

export interface LinkSecrets {
  /** Of the session, and of the sign-in that waits in this browser. */
  readonly session: string | undefined;
  readonly browser: string | undefined;
}

/**
 * POST /sso/link: a person who came from the provider has now signed in with the password of the account. From the next time on the provider is
 * enough.
 */
export async function linkAccount(
  deps: HasDatabase & HasClock,
  { session: secret, browser }: LinkSecrets,
): Promise<{ readonly linked: true }> {
  const now = deps.now();
  const session = secret === undefined ? undefined : await sessionByHash(deps.db, hashKey(secret), now);
  if (!session || secret === undefined) throw refuse('USR002', 'Not signed in: use POST /session first.');
  if (await ssoSessionOf(deps.db, hashKey(secret)))
    throw refuse('USR004', 'Sign in with the password of the account to link it.');
  const waiting = browser === undefined ? undefined : await takeConfirmation(deps.db, hashKey(browser), now);
  const { subject, tenantId, userId } = waiting ?? { subject: null, tenantId: null, userId: null };
  if (!waiting || subject === null || tenantId !== session.tenantId || userId !== session.userId)
    throw refuse(
      'APP001',
      'No sign-in waits to be linked to this user. Start again with the button of the identity provider.',
    );
  return deps.db.write(session.tenantId, async (tx) => {
    await linkUser(tx, session.tenantId, session.userId, waiting.provider, { issuer: waiting.issuer, subject });
    await noteEvent(tx, {
      tenantId: session.tenantId,
      kind: 'user.linked',
      actor: `user:${session.email}`,
      detail: { issuer: waiting.issuer },
    });
    return { commit: true, value: { linked: true } };
  });
}
