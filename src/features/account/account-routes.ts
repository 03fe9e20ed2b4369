import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { serve } from '../../platform/contract/route.ts';
import { sessionOf } from '../../platform/http/session-cookie.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { endOtherSessions, endOwnSession, listOwnSessions, type OwnRequest } from './own-sessions.ts';
import * as sessions from './sessions-contract.ts';

const ownRequest = (request: FastifyRequest): OwnRequest => ({ secret: sessionOf(request), address: request.ip });

/** What a person does with their own account. */
export function accountRoutes(app: FastifyInstance, deps: HasDatabase & HasClock): void {
  serve(app, sessions.listSessions, ({ caller, request }) => listOwnSessions(deps, caller, ownRequest(request)));
  serve(app, sessions.endSession, async ({ caller, request, params, reply }) => {
    await endOwnSession(deps, caller, ownRequest(request), params.id);
    return reply.code(204).send();
  });
  serve(app, sessions.endOtherSessions, ({ caller, request }) => endOtherSessions(deps, caller, ownRequest(request)));
}
