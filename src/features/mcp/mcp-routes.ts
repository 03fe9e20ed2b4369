import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import type { HasClock } from '../../platform/clock.ts';
import { serve } from '../../platform/contract/route.ts';
import { isForeign } from '../../platform/http/session-cookie.ts';
import * as contract from './contract.ts';

/** What a message needs at most: a hundred proposed changes with their texts. */
const MOST_BYTES = 1_048_576;

/**
 * The Model Context Protocol for assistants. Must come before the routes that tools call: who may call a route, and whether it takes a draft, is read
 * from its declaration. The package of the protocol is loaded with the first message.
 */
export function mcpRoutes(app: FastifyInstance, { now }: HasClock): void {
  const routes = new Map<string, FastifyContextConfig>();
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) routes.set(`${each} ${url}`, config ?? {});
  });
  app.addHook('onRoute', (route) => {
    if (route.url === contract.mcp.path) route.bodyLimit = MOST_BYTES;
  });
  serve(app, contract.mcp, async ({ request, reply, caller, gone }) => {
    refuseOrigin(app, request);
    if (Array.isArray(request.body)) throw refuse('REQ007', 'The body must be one message: batches are not supported.');
    // What a tool reads is counted by the request that reads it.
    request.memory?.release();
    const { answerMessage } = await import('./answer-message.ts');
    const answer = await answerMessage({ app, request, caller, routes, gone, now: now() });
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== 'content-length'));
    return reply
      .code(answer.status)
      .headers(headers)
      .send(await answer.text());
  });
}

/** The protocol asks for it: no page of another origin may use an assistant's connection, unless its origin is allowed. */
function refuseOrigin(app: FastifyInstance, request: FastifyRequest): void {
  if (isForeign(request) && !app.allowsOrigin(request))
    throw refuse('USR008', 'Pages of this origin may not use the service. CORS_ORIGINS lists those that may.');
}
