import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Cause } from '../cause.ts';
import { readTraceParent, writeTraceParent } from './trace-context.ts';
import { isTracing, type OpenSpan, startSpan } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | undefined;
  }
}

/** Asked every few seconds, or by browsers for files: nobody looks for them in a trace. */
const UNTRACED = /^\/(?:health|metrics|assets|app|docs)(?:\/|$)|^\/\*?$/;

/** A span for each request, which belongs to the trace of the client if it sends the header traceparent. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (UNTRACED.test(route)) return done();
    request.span = startSpan(requestSpan(request, route));
    // A trace that is recorded nowhere is nothing to look for.
    if (request.span?.context.isSampled)
      request.log = reply.log = request.log.child({ trace: request.span.context.traceId });
    done();
  });
  app.addHook('onResponse', ({ span }, reply, done) => {
    span?.set('http.response.status_code', reply.statusCode);
    span?.end(reply.statusCode >= 500);
    done();
  });
}

/** What the request causes is stored with it. */
export const causeOf = ({ id, span }: FastifyRequest): Cause => ({
  requestId: id,
  ...(span ? { traceParent: writeTraceParent(span.context) } : {}),
});

function requestSpan(request: FastifyRequest, route: string) {
  const sent = request.headers['traceparent'];
  return {
    name: `${request.method} ${route}`,
    kind: 'server' as const,
    parent: readTraceParent(typeof sent === 'string' ? sent : undefined),
    attributes: { 'http.request.method': request.method, 'http.route': route },
  };
}
