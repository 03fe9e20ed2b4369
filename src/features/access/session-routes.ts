import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { type PublicInput, servePublic } from '../../platform/contract/route.ts';
import type { HasEnvironment } from '../../platform/environment.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import { clearSession, isForeign, refuseForeign, sessionOf, setSession } from '../../platform/http/session-cookie.ts';
import { causeOf } from '../../platform/tracing/trace-requests.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import type { ChangedSession } from './begin-session.ts';
import * as contract from './session-contract.ts';
import { type ShownSession, showSession } from './show-session.ts';
import { changeSession, signIn, signOut } from './web-session.ts';

/** What is remembered of a browser that signs in. */
const browserOf = ({ ip, headers }: FastifyRequest) => ({ address: ip, userAgent: headers['user-agent'] });

/** Sets the cookie of a session that was begun, and shows the session. */
export function shownIn(
  { request, reply }: Pick<PublicInput<unknown, unknown, never>, 'request' | 'reply'>,
  { begun, shown }: ChangedSession,
): ShownSession {
  if (begun) setSession(request, reply, begun.secret, begun.lifeSeconds);
  return shown;
}

/** With the installation, which pages show. */
export const within = ({ environment }: HasEnvironment, shown: ShownSession) => ({ environment, ...shown });

/** Sign-in of people in a browser: a cookie that scripts cannot read. Programs use API keys. */
export function sessionRoutes(app: FastifyInstance, deps: WriteDeps & HasEnvironment & HasPublicAddress): void {
  servePublic(app, contract.signIn, async (input) => {
    if (isForeign(input.request)) throw refuse('USR008', 'A browser may sign in only from pages of this service.');
    return within(deps, shownIn(input, await signIn(deps, { ...input.body, ...browserOf(input.request) })));
  });
  servePublic(app, contract.showSession, async ({ request }) => {
    refuseForeign(request);
    return within(deps, await showSession(deps, sessionOf(request)));
  });
  servePublic(app, contract.changeSession, async (input) => {
    const { request, body } = input;
    refuseForeign(request);
    return within(deps, shownIn(input, await changeSession(deps, sessionOf(request), body, causeOf(request))));
  });
  servePublic(app, contract.signOut, async ({ request, reply }) => {
    refuseForeign(request);
    await signOut(deps, sessionOf(request), request.ip);
    clearSession(request, reply);
    return reply.code(204).send();
  });
}
