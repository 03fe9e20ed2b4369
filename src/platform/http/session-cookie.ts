import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../domain/errors.ts';

const NAME = 'openslot_session';
const SESSION = new RegExp(`(?:^|;)\\s*${NAME}=([\\w-]{43})(?:;|$)`);

/** The secret of the browser's session, if it sent one. */
export function sessionOf({ headers }: FastifyRequest): string | undefined {
  return headers.cookie === undefined ? undefined : SESSION.exec(headers.cookie)?.[1];
}

/** No script can read it, and no other site's page makes the browser send it. */
export function setSession(request: FastifyRequest, reply: FastifyReply, secret: string, seconds: number): void {
  const isSecure = request.protocol === 'https';
  reply.header(
    'set-cookie',
    `${NAME}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
  );
}

export const clearSession = (request: FastifyRequest, reply: FastifyReply): void => setSession(request, reply, '', 0);

/**
 * A browser sends the cookie with every request, whatever page caused it. SameSite keeps it from other sites; a neighbour on the same site (another port, a
 * subdomain) is detected by these headers, which no page can set. A browser that sends neither is too old to be trusted with a cookie.
 */
export function refuseForeign(request: FastifyRequest): void {
  const { method, headers, host, protocol } = request;
  if (method === 'GET' || method === 'HEAD') {
    if (isForeign(request)) throw refuse('USR008', 'A signed-in browser may read only from pages of this service.');
    return;
  }
  const from = headers['sec-fetch-site'];
  const isOwn = from === undefined ? headers.origin === `${protocol}://${host}` : from === 'same-origin';
  if (!isOwn) throw refuse('USR008', 'A signed-in browser may write only from pages of this service.');
}

/** Whether a script of another origin made the request. Programs, and links that people follow, send no Origin. */
export function isForeign({ headers, host, protocol }: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': from } = headers;
  if (origin === undefined) return false;
  return from === undefined ? origin !== `${protocol}://${host}` : from !== 'same-origin' && from !== 'none';
}
