import type { FastifyInstance } from 'fastify';
import { failures } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { text } from '../../platform/http/shapes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { sendList } from '../../records/routes/lists.ts';
import { ruleKeys } from './violation-schema.ts';
import { listViolations } from './violations.ts';

export function violationRoutes(app: FastifyInstance, deps: HasDatabase & HasStatistics): void {
  app.get(
    '/violations',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Appointment'],
        summary: 'List violations in a window',
        description: 'Violations of planning rules that overlap the window (at most 366 days), by start.',
        querystring: {
          type: 'object',
          properties: {
            start: text,
            end: text,
            rule: { type: 'array', items: { enum: ruleKeys }, description: 'Only these rules.' },
            severity: { enum: ['error', 'warning'] },
            resources: {
              type: 'array',
              items: text,
              description: 'Numbers of resources; default: all.',
            },
            page: { type: 'integer', minimum: 1 },
            limit: { type: 'integer', minimum: 0, maximum: 10_000, description: 'Violations per page; default: all.' },
          },
          required: ['start', 'end'],
        },
        response: { 200: { type: 'array', items: { $ref: 'Violation#' } }, ...failures },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { total, portions } = await listViolations(deps, caller, request.query as RawQuery);
      reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
      return sendList(reply, portions);
    },
  );
}
