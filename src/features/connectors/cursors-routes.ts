import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { failures } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import {
  acknowledgeBatch,
  type Batch,
  createCursor,
  endCursor,
  leaseBatch,
  listCursors,
  type ShownCursor,
} from './cursors.ts';
import { cursorBody, cursorSchema, leaseAckAnswer, leaseAckBody, leaseAnswer, leaseBody } from './outbound-schemas.ts';

const tags = ['Changes'];
/** Moving a cursor decides what its reader sees. */
const config = { access: ['import', 'admin'] } as const;
const params = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const nameOf = (request: FastifyRequest): string => (request.params as { name: string }).name;

/** For sites that cannot be reached: they fetch, and the service remembers how far they are. */
export function cursorRoutes(app: FastifyInstance, deps: HasDatabase & HasClock & HasQuotas & HasSealer): void {
  app.get(
    '/cursors',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List: cursors',
        response: { 200: { type: 'array', items: cursorSchema }, ...failures },
      },
    },
    (request) => listCursors(deps, callerOf(request)),
  );
  app.post(
    '/cursors',
    {
      config,
      schema: {
        tags,
        summary: 'Make a cursor',
        description:
          'A named position in the change log. A repeated request with the same filter leaves the position unchanged.',
        body: cursorBody,
        response: { 200: cursorSchema, 201: cursorSchema, ...failures },
      },
    },
    (request, reply) =>
      answerOnce(
        deps,
        { request, reply },
        ({ cursor, created }: { cursor: ShownCursor; created: boolean }) => asJson(created ? 201 : 200, cursor),
        (guard) => createCursor(deps, callerOf(request), request.body, guard),
      ),
  );
  app.post(
    '/cursors/:name/lease',
    {
      config,
      schema: {
        tags,
        summary: 'Lease the next changes of a cursor',
        description: 'No other reader gets them until they are acknowledged or the lease expires.',
        params,
        body: leaseBody,
        response: { 200: leaseAnswer, ...failures },
      },
    },
    (request, reply) =>
      answerOnce(
        deps,
        { request, reply },
        (batch: Batch) => asJson(200, batch),
        (guard) => leaseBatch(deps, callerOf(request), nameOf(request), request.body ?? undefined, guard),
      ),
  );
  app.post(
    '/cursors/:name/ack',
    {
      config,
      schema: {
        tags,
        summary: 'Acknowledge the changes of a lease',
        description: 'Advances the cursor. Safe to repeat.',
        params,
        body: leaseAckBody,
        response: { 200: leaseAckAnswer, ...failures },
      },
    },
    (request, reply) =>
      answerOnce(
        deps,
        { request, reply },
        (moved: { position: number; last: number }) => asJson(200, moved),
        (guard) => acknowledgeBatch(deps, callerOf(request), nameOf(request), request.body, guard),
      ),
  );
  app.delete(
    '/cursors/:name',
    {
      config,
      schema: { tags, summary: 'Delete a cursor', params, response: { 200: cursorSchema, ...failures } },
    },
    (request) => endCursor(deps, callerOf(request), nameOf(request)),
  );
}
