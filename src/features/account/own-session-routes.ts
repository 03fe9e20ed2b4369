import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { ownRequest } from './own-request.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';
import * as sessions from './sessions-contract.ts';

/** The browsers in which a person is signed in. */
export function ownSessionRoutes(app: FastifyInstance, deps: HasDatabase & HasClock): void {
  serve(app, sessions.listSessions, ({ caller, request }) => listOwnSessions(deps, caller, ownRequest(request)));
  serve(app, sessions.endSession, async ({ caller, request, params, reply }) => {
    await endOwnSession(deps, caller, ownRequest(request), params.id);
    return reply.code(204).send();
  });
  serve(app, sessions.endOtherSessions, ({ caller, request }) => endOtherSessions(deps, caller, ownRequest(request)));
}
