import type { FastifyInstance } from 'fastify';
import { failures } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { text } from '../../platform/http/shapes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import { jobSchema } from './job-schema.ts';
import { listJobs, retryJob, type ShownJob, showJob } from './list-jobs.ts';

/** What is done in the background, and what could not be done. */
export function jobRoutes(app: FastifyInstance, deps: HasDatabase & HasSealer): void {
  const config = { access: 'admin' } as const;
  const tags = ['Background work'];
  const params = { type: 'object', properties: { id: text }, required: ['id'] };
  const idOf = (request: { params: unknown }): string => (request.params as { id: string }).id;
  app.get(
    '/jobs',
    {
      config,
      schema: {
        tags,
        summary: 'List background jobs',
        description: 'Newest first. `status=failed` lists the jobs that failed for good.',
        querystring: {
          type: 'object',
          properties: {
            status: { enum: jobSchema.properties.status.enum },
            kind: text,
            page: { type: 'integer', minimum: 1, default: 1 },
            limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
          },
        },
        response: { 200: { type: 'array', items: { $ref: 'BackgroundJob#' } }, ...failures },
      },
    },
    async (request, reply) => {
      const { total, jobs } = await listJobs(deps, callerOf(request), request.query as RawQuery);
      reply.header('x-total-count', String(total));
      return jobs;
    },
  );
  app.get(
    '/jobs/:id',
    {
      config,
      schema: { tags, summary: 'Show a job', params, response: { 200: { $ref: 'BackgroundJob#' }, ...failures } },
    },
    (request) => showJob(deps, callerOf(request), idOf(request)),
  );
  app.post(
    '/jobs/:id/retry',
    {
      config,
      schema: {
        tags,
        summary: 'Retry a failed job',
        description: 'The job gets all its attempts again. A job that has not failed is refused with APP021.',
        params,
        response: { 200: { $ref: 'BackgroundJob#' }, ...failures },
      },
    },
    (request, reply) =>
      answerOnce(
        deps,
        request,
        reply,
        (job: ShownJob) => asJson(200, job),
        (guard) => retryJob(deps, callerOf(request), idOf(request), guard),
      ),
  );
}
