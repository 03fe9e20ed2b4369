import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { failures, listQuery } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { text } from '../../platform/http/shapes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { boardIn, openTasksIn } from './board.ts';
import { boardSchema, openTaskSchema } from './board-schemas.ts';

const config = { access: 'read' } as const;
const tags = ['Planning'];

/** What the planning board shows. */
export function boardRoutes(app: FastifyInstance, deps: HasDatabase & HasClock & HasStatistics): void {
  app.get(
    '/board',
    {
      config,
      schema: {
        tags,
        summary: 'Read the planning board for a window',
        description:
          'Resources with their working time, appointments with the contents of a bar, violations and colours, in one response. At most 92 days. Any property of a resource can be used as a filter.',
        querystring: {
          type: 'object',
          properties: {
            start: text,
            end: text,
            resources: {
              type: 'array',
              items: text,
              description: 'Numbers of resources; default: all that are shown to planners.',
            },
            appointments: {
              type: 'array',
              items: { type: 'integer' },
              description:
                'Ids: only these appointments, and no resources. Up to 1,000, to refresh a part of the board.',
            },
            ...listQuery.properties,
          },
          required: ['start', 'end'],
        },
        response: { 200: boardSchema, ...failures },
      },
    },
    (request) => boardIn(deps, callerOf(request), request.query as RawQuery),
  );
  app.get(
    '/board/tasks',
    {
      config,
      schema: {
        tags,
        summary: 'List open tasks, earliest first',
        description: 'Tasks still to be planned, with location, requirements and remaining time.',
        querystring: {
          type: 'object',
          properties: {
            search: { type: 'string', description: 'Text to find in the numbers, texts, customer or address.' },
            page: listQuery.properties.page,
            limit: { type: 'integer', minimum: 1, maximum: 1000, default: 200 },
          },
        },
        response: { 200: { type: 'array', items: openTaskSchema }, ...failures },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { total, tasks } = await openTasksIn(deps, caller, request.query as RawQuery);
      reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
      return tasks;
    },
  );
}
