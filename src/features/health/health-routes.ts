import type { FastifyInstance } from 'fastify';
import { Refusal, refuse } from '../../domain/errors.ts';
import { servePublic } from '../../platform/contract/route.ts';
import type { HasBackups } from '../../platform/postgres/backup/index.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { whyNotReady } from './check-ready.ts';
import * as contract from './contract.ts';

export function healthRoutes(app: FastifyInstance, deps: HasDatabase & HasBackups, stopping: AbortSignal): void {
  servePublic(app, contract.live, () => ({ status: 'live' }));
  const check = async () => {
    if (stopping.aborted) throw refuse('SYS002', 'The service is stopping.');
    const reason = await whyNotReady(deps);
    if (reason) throw new Refusal(reason, { headers: { 'retry-after': '5' } });
    return { status: 'ready' };
  };
  servePublic(app, contract.health, check);
  servePublic(app, contract.ready, async ({ query }) => ({
    ...(await check()),
    ...(query.details ? { backup: deps.backups.status() } : {}),
  }));
}
