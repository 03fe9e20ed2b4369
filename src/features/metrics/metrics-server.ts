import { createServer, type Server } from 'node:http';
import { OperatorError } from '../../domain/operator-error.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from './metrics.ts';

/** Serves the metrics, and nothing else, on a port of their own; also for a process without the role api. */
export async function serveMetrics(metrics: Metrics, log: Log, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    };
    if (request.url?.split('?')[0] !== '/metrics') return answer(404, 'Only GET /metrics is here.\n');
    if (request.method !== 'GET') return answer(405, 'Use GET.\n');
    if (!metrics.admits(request.headers.authorization)) {
      response.setHeader('www-authenticate', 'Bearer');
      return answer(401, 'Send METRICS_TOKEN as Authorization: Bearer.\n');
    }
    metrics.text().then(
      (text) => answer(200, text, metrics.contentType),
      (error: unknown) => {
        log.error({ err: error }, 'collecting metrics failed');
        answer(500, 'The metrics could not be collected.\n');
      },
    );
  });
  server.requestTimeout = 10_000;
  // Longer than scrapers wait as a rule, so that they can use their connection again.
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((settle, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(new OperatorError(`METRICS_PORT ${port} on ${host} cannot be used: ${error.message}.`)),
    );
    server.listen(port, host, settle);
  });
  return server;
}

export async function closeMetricsServer(server: Server): Promise<void> {
  const closed = new Promise<void>((settle) => server.close(() => settle()));
  server.closeAllConnections();
  await closed;
}
