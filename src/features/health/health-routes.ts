import type { FastifyInstance } from 'fastify';
import { Refusal, refuse } from '../../domain/errors.ts';
import { failures } from '../../platform/http/api-schemas.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { whyNotReady } from './check-ready.ts';

export function healthRoutes(app: FastifyInstance, deps: HasDatabase, stopping: AbortSignal): void {
  const response = {
    200: { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] },
    ...failures,
  };
  app.get(
    '/health/live',
    {
      config: { access: 'public', uncounted: true },
      logLevel: 'warn',
      schema: { tags: ['Health'], summary: 'Check that the process is running', response },
    },
    () => ({ status: 'live' }),
  );
  app.get(
    '/health/ready',
    {
      config: { access: 'public', uncounted: true },
      logLevel: 'warn',
      schema: {
        tags: ['Health'],
        summary: 'Check that the service is ready: the database responds and is writable',
        response,
      },
    },
    async () => {
      if (stopping.aborted) throw refuse('SYS002', 'The service is stopping.');
      const reason = await whyNotReady(deps);
      if (reason) throw new Refusal(reason, { headers: { 'retry-after': '5' } });
      return { status: 'ready' };
    },
  );
}
