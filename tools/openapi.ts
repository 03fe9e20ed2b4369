import type { RouteOptions } from 'fastify';
import { bareServer } from '../src/bare-server.ts';

/** The API description as the code gives it. Nothing is called: the routes are only looked at. */
export async function describeService(onRoute?: (route: RouteOptions) => void): Promise<string> {
  const app = await bareServer(onRoute);
  const text = `${JSON.stringify(app.apiDescription(), null, 2)}\n`;
  await app.close();
  return text;
}
