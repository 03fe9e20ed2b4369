import type { FastifyInstance } from 'fastify';
import { Refusal, refuse } from '../../domain/errors.ts';
import { servePublic } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { whyNotReady } from './check-ready.ts';
import * as contract from './contract.ts';

export function healthRoutes(app: FastifyInstance, deps: HasDatabase, stopping: AbortSignal): void {
  servePublic(app, contract.live, () => ({ status: 'live' }));
  for (const each of [contract.ready, contract.health])
    servePublic(app, each, async () => {
      if (stopping.aborted) throw refuse('SYS002', 'The service is stopping.');
      const reason = await whyNotReady(deps);
      if (reason) throw new Refusal(reason, { headers: { 'retry-after': '5' } });
      return { status: 'ready' };
    });
}
