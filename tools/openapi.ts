import type { RouteOptions } from 'fastify';
import type { Deps } from '../src/deps.ts';
import { makeLog } from '../src/platform/log.ts';
import { recordExtensions } from '../src/record-extensions.ts';
import { buildServer } from '../src/server.ts';

/** The API description as the code gives it. Nothing is called: the routes are only looked at. */
export async function describeService(onRoute?: (route: RouteOptions) => void): Promise<string> {
  const parts = {
    limits: { callsPerImport: 10_000, bytesPerRequest: 33_554_432 },
    log: makeLog('silent'),
    now: () => new Date(),
  } as unknown as Omit<Deps, 'extensions'>;
  const deps: Deps = { ...parts, extensions: recordExtensions(parts) };
  const { version } = await import('../src/version.ts');
  const app = await buildServer({
    deps,
    version,
    stopping: new AbortController().signal,
    ...(onRoute ? { onRoute } : {}),
  });
  await app.ready();
  const text = `${JSON.stringify(app.apiDescription(), null, 2)}\n`;
  await app.close();
  return text;
}
