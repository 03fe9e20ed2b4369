import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import * as contract from './contract.ts';
import { listJobs, retryJob, type ShownJob, showJob } from './list-jobs.ts';

/** What is done in the background, and what could not be done. */
export function jobRoutes(app: FastifyInstance, deps: HasDatabase & HasSealer): void {
  serve(app, contract.listJobs, async ({ caller, query, reply }) => {
    const { total, jobs } = await listJobs(deps, caller, query);
    reply.header('x-total-count', String(total));
    return jobs;
  });
  serve(app, contract.showJob, ({ caller, params }) => showJob(deps, caller, params.id));
  serve(app, contract.retryJob, (input) =>
    answerOnce(
      deps,
      input,
      (job: ShownJob) => asJson(200, job),
      (guard) => retryJob(deps, input.caller, input.params.id, guard),
    ),
  );
}
