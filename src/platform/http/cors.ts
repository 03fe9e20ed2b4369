import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether a page of the request's origin may use the API. */
    allowsOrigin(request: FastifyRequest): boolean;
  }
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** What scripts may read of a response beside its body. */
const EXPOSED = [
  'ETag',
  'Location',
  'Link',
  'Deprecation',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
  'X-Total-Count',
  'X-Time-Zone',
  'Preference-Applied',
  'Idempotency-Replayed',
  'Content-Disposition',
].join(', ');

/** Browsers ask again after two hours; none of them waits longer. */
const MAX_AGE_SECONDS = 7200;

/**
 * Lets scripts of some other origins use the API, with a key or a token. Access-Control-Allow-Credentials is never sent, and the session of a
 * browser is refused in such requests: see session-cookie.ts. Must come before the routes.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins);
  const isAllowed = ({ headers }: FastifyRequest): boolean =>
    headers.origin !== undefined && allowed.has(headers.origin.toLowerCase());
  app.decorate('allowsOrigin', isAllowed);
  if (origins.length === 0) return;

  app.addHook('onRequest', async (request, reply) => {
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight || !isAllowed(request)) return undefined;
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': METHODS,
        // Without cookies the star stands for every header but this one.
        'access-control-allow-headers': '*, Authorization',
        'access-control-max-age': String(MAX_AGE_SECONDS),
      })
      .send();
  });
  app.addHook('onSend', async (request, reply) => {
    const vary = reply.getHeader('vary');
    reply.header('vary', vary === undefined ? 'Origin' : `${String(vary)}, Origin`);
    if (isAllowed(request))
      reply.headers({
        'access-control-allow-origin': request.headers.origin ?? '',
        'access-control-expose-headers': EXPOSED,
      });
  });
}
