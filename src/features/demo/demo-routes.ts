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
    job: { type: 'integer', description: 'The background work that does it.' },
    href: { type: 'string', description: 'Where to see how far it is.' },
  },
  required: ['job', 'href'],
  additionalProperties: false,
} as const;

/** A filled tenant at one request, for whoever wants to look before connecting anything. */
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
          'Fills a tenant that holds nothing with two weeks of a service company. Done in the background; doing it again changes nothing. A tenant with records of its own is refused with APP034.',
        response,
      },
    },
    (request, reply) =>
      answerOnce(
        deps,
        request,
        reply,
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
          'Takes away what has the SourceApp DEMO, and what was changed or added below it since. Categories, calendars and other names go too, unless somebody else has records that may use them. Where other records stand on those of the demo, the job fails, says which, and nothing is removed.',
        response,
      },
    },
    async (request, reply) => {
      const told = await queueDemo(deps, callerOf(request), 'remove');
      return reply.code(202).header('location', told.href).send(told);
    },
  );
}
