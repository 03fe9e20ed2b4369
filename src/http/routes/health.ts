import type { FastifyInstance } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { checkReady } from '../../operations/check-ready.ts';
import type { Deps } from '../../operations/deps.ts';
import { failures } from '../schemas.ts';

export function healthRoutes(app: FastifyInstance, deps: Deps, stopping: AbortSignal): void {
  const response = {
    200: { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] },
    ...failures,
  };
  app.get(
    '/health/live',
    {
      config: { access: 'public', uncounted: true },
      logLevel: 'warn',
      schema: { tags: ['Health'], summary: 'The process answers', response },
    },
    () => ({ status: 'live' }),
  );
  app.get(
    '/health/ready',
    {
      config: { access: 'public', uncounted: true },
      logLevel: 'warn',
      schema: { tags: ['Health'], summary: 'The service can do its work', response },
    },
    async () => {
      if (stopping.aborted) throw refuse('SYS002', 'The service is stopping.');
      if (!(await checkReady(deps))) throw refuse('SYS002', 'The database does not answer.');
      return { status: 'ready' };
    },
  );
}
