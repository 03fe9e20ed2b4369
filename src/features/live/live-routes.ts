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
        summary: 'Changes, pop-ups and runs as they happen',
        description:
          'Server-Sent Events: `change` (as in GET /changes), `message`, `optimization` (how a run goes: its id, status and progress), and `reset` when the log does not reach back to the place asked for. The id of an event is the number of the change; a client that was cut off sends it as Last-Event-ID and misses nothing. Begins with the newest change when no place is named.',
        headers: {
          type: 'object',
          properties: { 'last-event-id': { type: 'string', description: 'Number of the last change that was seen.' } },
        },
        querystring: {
          type: 'object',
          properties: {
            lastEventId: {
              type: 'integer',
              minimum: 0,
              description: 'The same, for clients that cannot send headers.',
            },
            after: { type: 'integer', minimum: 0, description: 'Another name of it, as in GET /changes.' },
            entity: { type: 'string', description: 'Entities, separated by commas.' },
            sourceApp: { type: 'string' },
            events: {
              type: 'string',
              description: 'change, message, optimization, or several separated by commas; all by default.',
            },
          },
        },
        response: {
          200: {
            description: 'Events, until one of the two sides ends it.',
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
        summary: 'Show a pop-up to one user or to all',
        description:
          'Goes to the open streams of the user, or of the whole tenant, on all nodes; nothing is stored. `receivers` is the number of those streams.',
        querystring: writeQuery,
        body: oneOrMany('Message#'),
        response: { 200: { $ref: 'MessageAnswer#' }, ...failures },
      },
    },
    (request, reply) =>
      answerWork(deps, request, reply, 'default', (dryRun, guard) =>
        sendMessages(deps, callerOf(request), request.body, dryRun, guard),
      ),
  );
}
