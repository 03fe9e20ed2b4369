import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../operations/deps.ts';
import { endSeries } from '../../operations/series/end-series.ts';
import { makeSeries } from '../../operations/series/make-series.ts';
import { callerOf } from '../authenticate.ts';
import { failures, undoHeaders, writeQuery } from '../schemas.ts';
import { seriesBody, seriesEndBody } from '../series-schemas.ts';
import { answerWork } from '../writes.ts';

const routes = [
  {
    method: 'POST',
    write: makeSeries,
    body: seriesBody,
    answer: 'SeriesAnswer#',
    summary: 'Make a series of appointments',
    description:
      'One appointment for each occurrence of a recurrence rule, all or nothing. The wall clock stays over daylight saving.',
  },
  {
    method: 'DELETE',
    write: endSeries,
    body: seriesEndBody,
    answer: 'SeriesEndAnswer#',
    summary: 'Delete a series, or its future',
    description: 'All or nothing. Planners are refused while an appointment of it is locked.',
  },
] as const;

export function seriesRoutes(app: FastifyInstance, deps: Deps): void {
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
        answerWork(request, reply, 'default', (dryRun, guard) =>
          write(deps, callerOf(request), request.body, { handling: 'default', speak: 'property', dryRun }, guard),
        ),
    });
}
