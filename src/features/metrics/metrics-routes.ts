import type { FastifyInstance } from 'fastify';
import { errorDetail, Refusal, refuse } from '../../domain/errors.ts';
import { servePublic } from '../../platform/contract/route.ts';
import * as contract from './contract.ts';
import type { HasMetrics } from './metrics.ts';

/** On the port of the API only with a token; otherwise the route is as if it did not exist. */
export function metricsRoutes(app: FastifyInstance, { metrics }: HasMetrics): void {
  servePublic(app, contract.metrics, async ({ request, reply }) => {
    if (!metrics || metrics.hasOwnPort) throw refuse('REQ005', 'There is no route GET /metrics.');
    if (!metrics.admits(request.headers.authorization))
      throw new Refusal(errorDetail('USR002', 'Send METRICS_TOKEN as Authorization: Bearer.'), {
        headers: { 'www-authenticate': 'Bearer' },
      });
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}
