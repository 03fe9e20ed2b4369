import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Counter, Histogram, Registry } from 'prom-client';
import type { Library } from './library.ts';

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The pattern of the route, never the path: a path holds numbers of a tenant. */
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown';

/** Requests that wait for changes take as long as their client wants, which says nothing about the service. */
const isWaiting = (request: FastifyRequest, reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream') ||
  (typeof request.query === 'object' && request.query !== null && 'wait' in request.query);

interface Series {
  readonly count: Counter.Internal;
  readonly duration: Histogram.Internal<string>;
}

/** Counts and times the requests of a server. */
export function requestMetrics({ Counter, Gauge, Histogram }: Library, registry: Registry) {
  const requests = new Counter({
    name: 'openslot_http_requests_total',
    help: 'Answered requests by method, pattern of the route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'openslot_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response; without live streams and requests that wait for changes',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers: [registry],
  });
  let open: () => number = () => 0;
  new Gauge({
    name: 'openslot_http_requests_open',
    help: 'Requests that are not answered yet, live streams included',
    registers: [registry],
    collect() {
      this.set(open());
    },
  });
  /** To find the two by their labels takes longer than to count. */
  const series = new Map<string, Series>();
  const seriesOf = (method: string, route: string, status: number): Series => {
    const name = `${method} ${status} ${route}`;
    const known = series.get(name);
    if (known) return known;
    const made = {
      count: requests.labels(method, route, String(status)),
      duration: durations.labels(method, route),
    };
    series.set(name, made);
    return made;
  };
  return (app: FastifyInstance): void => {
    open = () => app.openRequests();
    app.addHook('onResponse', (request, reply, done) => {
      const method = METHODS.has(request.method) ? request.method : 'OTHER';
      const { count, duration } = seriesOf(method, routeOf(request), reply.statusCode);
      count.inc();
      if (!isWaiting(request, reply)) duration.observe(reply.elapsedTime / 1000);
      done();
    });
  };
}
