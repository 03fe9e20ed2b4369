import type { FastifyRequest } from 'fastify';
import { refuse } from '../../../domain/errors.ts';
import type { Caller } from '../../../platform/caller.ts';
import type { HasClock } from '../../../platform/clock.ts';
import { sessionOf } from '../../../platform/http/session-cookie.ts';
import type { HasDatabase } from '../../../platform/postgres/database.ts';
import { hashKey } from '../authenticate.ts';
import { sessionByHash, type WebSession } from '../session-store.ts';

export interface OwnSession extends WebSession {
  readonly hash: Buffer;
  /** Where this request comes from. */
  readonly requestAddress: string;
}

/** The browser session of the caller. Second factors are changed by people: a key or a token cannot. */
export async function ownSession(
  deps: HasDatabase & HasClock,
  caller: Caller,
  request: FastifyRequest,
): Promise<OwnSession> {
  if (caller.withinTenant)
    throw refuse(
      'USR004',
      'You signed in with the identity provider of the tenant, which does not open your account. Sign in with your password.',
    );
  const secret = caller.origin === 'ui' ? sessionOf(request) : undefined;
  const hash = secret === undefined ? undefined : hashKey(secret);
  const session = hash && (await sessionByHash(deps.db, hash, deps.now()));
  if (!hash || !session || session.accountId !== caller.accountId)
    throw refuse('USR004', 'Only a person who is signed in with a browser can do this.');
  if (session.withinTenant)
    throw refuse(
      'USR004',
      'You signed in with the identity provider of the tenant, which does not open your account. Sign in with your password.',
    );
  return { ...session, hash, requestAddress: request.ip };
}
