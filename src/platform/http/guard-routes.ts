import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Module } from '../../domain/access.ts';
import { errorCatalogue } from '../../domain/error-catalogue.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import { type Access, allows, namesOf } from '../../domain/permissions.ts';
import type { Caller, Credential, Origin } from '../caller.ts';
import type { Cause } from '../cause.ts';
import type { Log } from '../log.ts';
import { causeOf } from '../tracing/trace-requests.ts';
import { credentialOf, hasCredential, isBySession, withBearerKey } from './credential.ts';
import type { CountUnknown } from './rate-limit.ts';
import { refuseForeign } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route needs. Every route says so; one that does not is refused at start. */
    access?: Access | 'public';
    module?: Module;
    /** A public route that is not counted by address: load balancers and pages ask often, and it costs nothing. */
    uncounted?: true;
    /** A public route that refuses a wrong credential: clients test their connection with it. */
    checksCredential?: true;
    /** Open also to a person who first has to set up a second factor. */
    withoutSecondFactor?: true;
    /** Clients of these routes send an API key as `Authorization: Bearer`. */
    takesKeyAsBearer?: true;
    origin?: Origin;
  }
  interface FastifyRequest {
    known: Caller | undefined;
  }
}

/** The caller of an authenticated route. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.known) throw new Error(`${request.url} has no caller`);
  return request.known;
}

/** Counts a request to something public, and refuses it when it is too much. */
const publicCounter =
  (authenticate: Authenticate, countUnknown: CountUnknown) =>
  async (request: FastifyRequest): Promise<void> => {
    const refusal = await countUnknown(request);
    // Nobody with a good credential is refused for what others behind the same address do.
    if (refusal && !(await known(authenticate, request).then(Boolean, () => false))) throw refusal;
  };

async function known(authenticate: Authenticate, request: FastifyRequest): Promise<Caller> {
  const credential = request.routeOptions.config.takesKeyAsBearer
    ? withBearerKey(credentialOf(request))
    : credentialOf(request);
  if (isBySession(credential)) refuseForeign(request);
  return authenticate(credential, {
    ...causeOf(request),
    address: request.ip,
    origin: request.routeOptions.config.origin ?? 'rest',
  });
}

/** Finds the caller behind a credential, or refuses it. */
type Authenticate = (
  credential: Credential,
  request: Cause & { readonly address: string; readonly origin: Origin },
) => Promise<Caller>;

export interface Guard {
  readonly authenticate: Authenticate;
  readonly countUnknown: CountUnknown;
  /** Refuses a credential that is made for other routes. */
  readonly refuseElsewhere: (caller: Caller, request: FastifyRequest) => void;
  /** Why a path or a method leads nowhere. */
  readonly nowhere: (request: FastifyRequest) => Refusal;
}

/**
 * Authenticates before the body is read. Unauthenticated requests are counted by address: on public routes, on paths that do not exist, and with a
 * credential that opens nothing.
 */
export function guardRoutes(
  app: FastifyInstance,
  { authenticate, countUnknown, refuseElsewhere, nowhere }: Guard,
): void {
  const count = publicCounter(authenticate, countUnknown);
  const identify = (request: FastifyRequest): Promise<Caller> =>
    known(authenticate, request).catch(async (error: unknown) => {
      throw (isUnknown(error) && (await countUnknown(request))) || error;
    });

  app.decorateRequest('known', undefined);
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined)
      throw new Error(`${route.method} ${route.url} does not declare who may use it`);
  });
  app.addHook('onRequest', async (request, reply) => {
    const { access = [], module, uncounted, checksCredential, withoutSecondFactor } = request.routeOptions.config;
    if (request.is404) {
      await count(request);
      // Here and not in a handler: that would be called after the body was read.
      throw nowhere(request);
    }
    if (access === 'public') {
      if (!uncounted) await count(request);
      if (checksCredential && hasCredential(request)) await identify(request);
      return;
    }
    const caller = await identify(request);
    request.known = caller;
    nameInLog(request, reply, caller);
    if (caller.lacksSecondFactor && !withoutSecondFactor)
      throw refuse('USR015', 'The tenant requires a second factor for your role. Set one up first.');
    refuseElsewhere(caller, request);
    if (!allows(caller.permissions, access))
      throw refuse(
        'USR004',
        `This needs the permission ${namesOf(access)}; the credential has ${caller.permissions.join(', ') || 'none'}.`,
        undefined,
        { permission: namesOf(access) },
      );
    if (module && !caller.modules.includes(module))
      throw refuse('USR005', `The module ${module} is not enabled for this tenant.`, undefined, { module });
  });
}

/** In the request's own log where it can take it: another child for each request costs more than writing its lines. */
function nameInLog(request: FastifyRequest, reply: FastifyReply, { tenantName: tenant, actor }: Caller): void {
  const log = request.log as FastifyRequest['log'] & Partial<Pick<Log, 'setBindings'>>;
  if (log.setBindings) log.setBindings({ tenant, actor });
  else request.log = reply.log = log.child({ tenant, actor });
}

/** That the credential opens nothing, and not that the database is away. */
const isUnknown = (error: unknown): boolean =>
  error instanceof Refusal && errorCatalogue[error.detail.code].status === 401;
