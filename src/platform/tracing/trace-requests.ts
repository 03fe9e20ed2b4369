import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readTraceParent } from './trace-context.ts';
import { isTracing, type OpenSpan, startSpan, withSpan } from './tracing.ts';

/** Asked every few seconds, or by browsers for files: nobody looks for them in a trace. */
const UNTRACED = /^\/(?:health|metrics|assets|app|docs)(?:\/|$)|^\/\*?$/;

/** A span for each request, which belongs to the trace of the client if it sends the header traceparent. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  const open = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const span = UNTRACED.test(route) ? undefined : startSpan(requestSpan(request, route));
    if (!span) return done();
    open.set(request, span);
    request.log = reply.log = request.log.child({ trace: span.context.traceId });
    return withSpan(span, done);
  });
  // The body arrives by events of the connection, which know nothing of the span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = open.get(request);
    return span ? withSpan(span, done) : done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = open.get(request);
    span?.set('http.response.status_code', reply.statusCode);
    span?.end(reply.statusCode >= 500);
    done();
  });
}

function requestSpan(request: FastifyRequest, route: string) {
  const sent = request.headers['traceparent'];
  return {
    name: `${request.method} ${route}`,
    kind: 'server' as const,
    parent: readTraceParent(typeof sent === 'string' ? sent : undefined),
    attributes: { 'http.request.method': request.method, 'http.route': route },
  };
}
