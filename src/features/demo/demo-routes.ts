import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { answerOnce, withLocation } from '../../records/routes/answer-once.ts';
import * as contract from './contract.ts';
import { type QueuedDemo, queueDemo } from './demo-job.ts';

/** Fills a tenant with one request, to try Openslot before connecting anything. */
export function demoRoutes(app: FastifyInstance, deps: HasDatabase & HasClock & HasSealer): void {
  serve(app, contract.fillDemo, (input) =>
    answerOnce(
      deps,
      input,
      withLocation<QueuedDemo>(202, ({ href }) => href),
      (guard) => queueDemo(deps, input.caller, 'fill', guard),
    ),
  );
  serve(app, contract.removeDemo, async ({ caller, reply }) => {
    const queued = await queueDemo(deps, caller, 'remove');
    return reply.code(202).header('location', queued.href).send(queued);
  });
}
