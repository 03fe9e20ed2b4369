import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { failures } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { answerOnce, withLocation } from '../../records/routes/answer-once.ts';
import { type QueuedDemo, queueDemo } from './demo-job.ts';

const queued = {
  type: 'object',
  properties: {
    job: { type: 'integer', description: 'The background job.' },
    href: { type: 'string', description: 'Address of the status of the job.' },
  },
  required: ['job', 'href'],
  additionalProperties: false,
} as const;

/** Fills a tenant with one request, to try Openslot before connecting anything. */
export function demoRoutes(app: FastifyInstance, deps: HasDatabase & HasClock & HasSealer): void {
  const config = { access: 'admin' } as const;
  const tags = ['Demo'];
  const response = { 202: queued, ...failures };
  app.post(
    '/demo',
    {
      config,
      schema: {
        tags,
        summary: 'Load demo data',
        description:
          'Fills an empty tenant with two weeks of a service company, in the background. Safe to repeat. A tenant with other records is refused with APP034.',
        response,
      },
    },
    (request, reply) =>
      answerOnce(
        deps,
        { request, reply },
        withLocation<QueuedDemo>(202, ({ href }) => href),
        (guard) => queueDemo(deps, callerOf(request), 'fill', guard),
      ),
  );
  app.delete(
    '/demo',
    {
      config,
      schema: {
        tags,
        summary: 'Remove demo data',
        description:
          'Removes all records of the SourceApp DEMO, and everything that was changed or added below them. Categories, calendars and other names are removed too, unless other records may use them. If other records depend on demo records, the job fails, names them, and removes nothing.',
        response,
      },
    },
    async (request, reply) => {
      const told = await queueDemo(deps, callerOf(request), 'remove');
      return reply.code(202).header('location', told.href).send(told);
    },
  );
}
