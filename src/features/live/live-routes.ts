import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { failures, oneOrMany, writeQuery } from '../../platform/http/api-schemas.ts';
import { goneSignal } from '../../platform/http/gone-signal.ts';
import { callerOf, credentialOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { answerWork } from '../../records/routes/writes.ts';
import { sendEvents } from './event-stream.ts';
import type { HasLiveHub } from './live-hub.ts';
import { openStream } from './open-stream.ts';
import { sendMessages } from './send-messages.ts';

export function liveRoutes(
  app: FastifyInstance,
  deps: HasDatabase & HasLiveHub & HasClock & HasSealer,
  stopping: AbortSignal,
): void {
  app.get(
    '/changes/stream',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Changes'],
        summary: 'Stream changes, messages and optimization runs',
        description:
          'Server-Sent Events: `change` (as in GET /changes), `message`, `optimization` (id, status and progress of a run), and `reset` if the log no longer holds the requested position. The id of an event is the number of the change; a client that reconnects sends it as Last-Event-ID and misses nothing. Starts with the newest change by default.',
        headers: {
          type: 'object',
          properties: { 'last-event-id': { type: 'string', description: 'Number of the last change received.' } },
        },
        querystring: {
          type: 'object',
          properties: {
            lastEventId: {
              type: 'integer',
              minimum: 0,
              description: 'The same, for clients that cannot send headers.',
            },
            after: { type: 'integer', minimum: 0, description: 'Alias, as in GET /changes.' },
            entity: { type: 'string', description: 'Entities, separated by commas.' },
            sourceApp: { type: 'string' },
            events: {
              type: 'string',
              description: 'change, message, optimization, or several separated by commas; default: all.',
            },
          },
        },
        response: {
          200: {
            description: 'Events, until either side closes the connection.',
            content: { 'text/event-stream': { schema: { type: 'string' } } },
          },
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const lastEventId = request.headers['last-event-id'];
      const stream = await openStream(deps, callerOf(request), {
        credential: credentialOf(request),
        query: request.query as RawQuery,
        lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
      });
      const over = AbortSignal.any([goneSignal(reply), stopping, stream.over]);
      const end = (): void => {
        stream.end();
        deps.live.drop(stream);
      };
      if (over.aborted || request.method === 'HEAD') end();
      else over.addEventListener('abort', end, { once: true });
      return sendEvents(reply, stream.events(), over);
    },
  );

  app.post(
    '/message',
    {
      config: { access: ['import', 'plan'] },
      schema: {
        tags: ['Changes'],
        summary: 'Send a message to one user or to all',
        description:
          'Sent to the open streams of the user, or of the whole tenant, on all nodes; nothing is stored. `receivers` is the number of those streams.',
        querystring: writeQuery,
        body: oneOrMany('Message#'),
        response: { 200: { $ref: 'MessageAnswer#' }, ...failures },
      },
    },
    (request, reply) =>
      answerWork(deps, { request, reply }, 'default', (dryRun, guard) =>
        sendMessages(deps, callerOf(request), request.body, dryRun, guard),
      ),
  );
}
