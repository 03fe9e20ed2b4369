import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../operations/deps.ts';
import type { RawQuery } from '../../operations/reading/list-query.ts';
import { readChanges } from '../../operations/reading/read-changes.ts';
import { callerOf } from '../authenticate.ts';
import { failures } from '../schemas.ts';

export function changeRoutes(app: FastifyInstance, deps: Deps, stopping: AbortSignal): void {
  app.get(
    '/changes',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Changes'],
        summary: 'What changed after a number',
        description:
          'Gapless and in the order of commits. Remember `next` and send it as `after`. With `wait` the answer is held back until something changes.',
        querystring: {
          type: 'object',
          properties: {
            after: { type: 'integer', minimum: 0, default: 0 },
            limit: { type: 'integer', minimum: 1, maximum: 10_000, default: 1000 },
            wait: { type: 'integer', minimum: 0, maximum: 60, default: 0, description: 'Seconds.' },
            entity: { type: 'string', description: 'Entities, separated by commas.' },
            sourceApp: { type: 'string' },
          },
        },
        response: {
          200: {
            type: 'object',
            properties: {
              changes: { type: 'array', items: { $ref: 'Change#' } },
              next: { type: 'integer' },
              last: { type: 'integer' },
            },
            required: ['changes', 'next', 'last'],
          },
          ...failures,
        },
      },
    },
    async (request) => {
      const gone = new AbortController();
      request.raw.once('close', () => gone.abort());
      return readChanges(deps, callerOf(request), request.query as RawQuery, AbortSignal.any([gone.signal, stopping]));
    },
  );
}
