import type { FastifyInstance } from 'fastify';
import { failures, undoHeaders, writeQuery } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { answerWork } from '../../records/routes/writes.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { endSeries } from './end-series.ts';
import { listSeries } from './list-series.ts';
import { makeSeries } from './make-series.ts';
import { seriesBody, seriesEndBody, seriesListSchema } from './series-schemas.ts';

const routes = [
  {
    method: 'POST',
    write: makeSeries,
    body: seriesBody,
    answer: 'SeriesAnswer#',
    summary: 'Create a series of appointments',
    description:
      'One appointment for each occurrence of a recurrence rule, all or nothing. The wall-clock time stays the same across daylight saving time.',
  },
  {
    method: 'DELETE',
    write: endSeries,
    body: seriesEndBody,
    answer: 'SeriesEndAnswer#',
    summary: 'Delete a series, or its future appointments',
    description: 'All or nothing. Refused for planners while an appointment of the series is locked.',
  },
] as const;

export function seriesRoutes(app: FastifyInstance, deps: WriteDeps): void {
  for (const { method, write, body, answer, summary, description } of routes)
    app.route({
      method,
      url: '/appointmentRecurring',
      config: { access: ['plan', 'import'] },
      schema: {
        tags: ['Appointment'],
        summary,
        description,
        headers: undoHeaders,
        querystring: writeQuery,
        body,
        response: { 200: { $ref: answer }, ...failures },
      },
      // Each is one thing: there is no part of it that a lenient caller could want.
      handler: (request, reply) =>
        answerWork(deps, { request, reply }, 'default', (dryRun, guard) =>
          write(deps, callerOf(request), request.body, { handling: 'default', speak: 'property', dryRun }, guard),
        ),
    });
  app.get(
    '/appointmentRecurring',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Appointment'],
        summary: 'List series',
        description: 'Series that have appointments, with their rule; those that last longest first.',
        querystring: {
          type: 'object',
          properties: {
            page: { type: 'integer', minimum: 1, default: 1 },
            limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
          },
        },
        response: { 200: seriesListSchema, ...failures },
      },
    },
    async (request, reply) => {
      const { total, series } = await listSeries(deps, callerOf(request), request.query as RawQuery);
      reply.header('x-total-count', String(total));
      return series;
    },
  );
}
