import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Deps } from './deps.ts';
import { makeLog } from './platform/log.ts';
import { recordExtensions } from './record-extensions.ts';
import { buildServer } from './server.ts';
import { version } from './version.ts';

/** All routes without anything that they use: they can be looked at, not called. */
export async function bareServer(onRoute?: (route: RouteOptions) => void): Promise<FastifyInstance> {
  const parts = {
    limits: { callsPerImport: 10_000, bytesPerRequest: 33_554_432 },
    log: makeLog('silent'),
    now: () => new Date(),
  } as unknown as Omit<Deps, 'extensions'>;
  const app = await buildServer({
    deps: { ...parts, extensions: recordExtensions(parts) },
    version,
    stopping: new AbortController().signal,
    ...(onRoute ? { onRoute } : {}),
  });
  await app.ready();
  return app;
}
