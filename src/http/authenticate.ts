import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allows, type Module, type Scope } from '../domain/access.ts';
import { refuse } from '../domain/errors.ts';
import { authenticate, type Credential } from '../operations/access/authenticate.ts';
import type { Caller } from '../operations/caller.ts';
import type { Deps } from '../operations/deps.ts';
import { refuseForeign, sessionOf } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route needs: one of some scopes, or nothing at all. Every route says so; one that does not is refused at start. */
    access?: Scope | readonly Scope[] | 'public';
    module?: Module;
    /** Nobody is known, and yet requests are counted: by the address they come from. */
    limitsByAddress?: true;
    origin?: Caller['origin'];
  }
  interface FastifyRequest {
    known: Caller | undefined;
  }
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

export const credentialOf = (request: FastifyRequest): Credential => ({
  apiKey: header(request, 'x-api-key'),
  authorization: header(request, 'authorization'),
  session: sessionOf(request),
});

const isBySession = ({ apiKey, authorization, session }: Credential): boolean =>
  apiKey === undefined && authorization === undefined && session !== undefined;

/** The caller of an authenticated route. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.known) throw new Error(`${request.url} was reached without a caller`);
  return request.known;
}

export function guardRoutes(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('known', undefined);
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) throw new Error(`${route.method} ${route.url} does not say who may use it`);
  });
  app.addHook('onRequest', async (request, reply) => {
    const { access = 'admin', module, origin = 'rest' } = request.routeOptions.config;
    if (access === 'public' || request.is404) return;
    const credential = credentialOf(request);
    if (isBySession(credential)) refuseForeign(request);
    const caller = await authenticate(deps, credential, { requestId: request.id, origin });
    request.known = caller;
    request.log = reply.log = request.log.child({ tenant: caller.tenantName, actor: caller.actor });
    const needed = [access].flat();
    if (!needed.some((scope) => allows(caller.scopes, scope)))
      throw refuse(
        'USR004',
        `This needs the scope ${needed.join(' or ')}; the credential has ${caller.scopes.join(', ') || 'none'}.`,
      );
    if (module && !caller.modules.includes(module))
      throw refuse('USR005', `The module ${module} is not enabled for this tenant.`);
  });
}
