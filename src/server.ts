import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, type RouteOptions } from 'fastify';
import type { Deps } from './deps.ts';
import { errorDetail, Refusal } from './domain/errors.ts';
import { authenticate } from './features/access/authenticate.ts';
import { refuseElsewhere } from './features/access/connector-keys.ts';
import { describeApi, docsRoutes } from './features/docs/docs-routes.ts';
import { serversOf } from './features/docs/servers.ts';
import { describeDrafts, openDrafts } from './features/drafts/open-draft.ts';
import { pageRoutes } from './features/pages/pages-routes.ts';
import { describePast, openPast } from './features/past/open-past.ts';
import { isScim, sendScimFailure } from './features/scim/scim-failure.ts';
import { features } from './features.ts';
import { readBodies } from './platform/http/body.ts';
import { allowOrigins } from './platform/http/cors.ts';
import { guardRoutes } from './platform/http/guard-routes.ts';
import { hiddenUrl } from './platform/http/hidden-url.ts';
import { describeIdempotencyKey } from './platform/http/idempotency-key.ts';
import { KnownPaths } from './platform/http/known-paths.ts';
import { limitRates, type Rates } from './platform/http/rate-limit.ts';
import { refuseConnection, sendFailure } from './platform/http/refuse.ts';
import { RequestMemory } from './platform/http/request-memory.ts';
import { schemaController } from './platform/http/schema-controller.ts';
import { traceRequests } from './platform/tracing/trace-requests.ts';
import { entityRoutes } from './records/routes/entity-routes.ts';
import { recordSchemas } from './records/routes/record-schemas.ts';
import { collisions } from './records/storage/unique-values.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Requests that are not answered yet. */
    openRequests(): number;
  }
}

export interface ServerOptions {
  readonly deps: Deps;
  readonly version: string;
  /** No limits where it is left out. */
  readonly rates?: Partial<Rates>;
  /** The proxies whose X-Forwarded-For is believed: how many of them, or their addresses. */
  readonly trustProxy?: number | readonly string[];
  /** Address of the sandbox that belongs to this production installation. */
  readonly sandboxUrl?: string;
  /** Origins whose pages may call the API from a browser. */
  readonly corsOrigins?: readonly string[];
  /** What bodies may take together while they are worked on. */
  readonly memory?: RequestMemory;
  /** Aborted when the service begins to stop: waiting requests get their response. */
  readonly stopping: AbortSignal;
  /** Folder of the built pages; without it there is only the API. */
  readonly pages?: string | undefined;
  /** Called with every route when it is added. */
  readonly onRoute?: (route: RouteOptions) => void;
}

/** Where nothing else is said, as REQUEST_MEMORY_BYTES has it. */
const REQUEST_MEMORY_BYTES = 268_435_456;

/** The framework takes a number for no trust at all, because it cannot know the first proxy by it. To have none but proxies reach the service is up to the operator. */
const trusted = (
  proxies: number | readonly string[],
): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof proxies === 'number' ? (proxies === 0 ? false : (_address, hop) => hop < proxies) : [...proxies];

/** Some gateways put a version in front of the path. */
const withoutVersion = (url: string): string => url.replace(/^\/+v0\.1(?=\/|\?|$)/i, '') || '/';

const requestId = (request: IncomingMessage): string => {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.:-]{1,100}$/.test(sent) ? sent : randomUUID();
};

/** What the log records of a request. */
const loggedRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: hiddenUrl(request.url),
  host: request.host,
  remoteAddress: request.ip,
  remotePort: request.socket?.remotePort,
});

export async function buildServer({
  deps,
  version,
  stopping,
  pages,
  onRoute,
  trustProxy = 0,
  corsOrigins = [],
  sandboxUrl,
  rates = {},
  memory = new RequestMemory(REQUEST_MEMORY_BYTES),
}: ServerOptions): Promise<FastifyInstance> {
  const failures = { limit: deps.limits.bytesPerRequest, collisions };
  const failPlain = sendFailure(failures);
  const failScim = sendScimFailure(failures);
  const fail: typeof failPlain = (error, request, reply) =>
    (isScim(request) ? failScim : failPlain)(error, request, reply);
  const app = Fastify({
    loggerInstance: deps.log.child({}, { serializers: { req: loggedRequest } }) as FastifyBaseLogger,
    trustProxy: trusted(trustProxy),
    bodyLimit: deps.limits.bytesPerRequest,
    genReqId: requestId,
    rewriteUrl: (request) => withoutVersion(request.url ?? '/'),
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: {
      caseSensitive: false,
      ignoreDuplicateSlashes: true,
      ignoreTrailingSlash: true,
      maxParamLength: 1200,
    },
    schemaController,
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => fail(error, request, reply),
  });
  app.setErrorHandler(fail);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // A client that keeps its connection would hold up the end.
    if (stopping.aborted) reply.header('connection', 'close');
    reply.header('x-content-type-options', 'nosniff');
    // Data of a tenant, or a secret: neither a browser nor a proxy keeps it. Pages, their files and calendar feeds set their own.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  let open = 0;
  app.decorate('openRequests', () => open);
  app.addHook('onRequest', async (_request, reply) => {
    open++;
    reply.raw.once('close', () => {
      open--;
    });
  });
  traceRequests(app);
  deps.metrics?.watch(app);
  deps.node?.watch(app);
  if (onRoute) app.addHook('onRoute', onRoute);
  const paths = new KnownPaths(app);
  const nowhere = (request: FastifyRequest): Refusal => {
    const allowed = paths.methodsFor(request.url);
    // A file of the pages that is not there was asked for by the right method.
    return allowed.length === 0 || allowed.includes(request.method)
      ? new Refusal(
          errorDetail('REQ005', `There is no route ${request.method} ${hiddenUrl(request.url).slice(0, 200)}.`),
        )
      : new Refusal(errorDetail('REQ006', `${request.method} is not allowed here; use ${allowed.join(', ')}.`), {
          headers: { allow: allowed.join(', ') },
        });
  };
  app.setNotFoundHandler((request) => {
    throw nowhere(request);
  });
  allowOrigins(app, corsOrigins);
  readBodies(app, memory);
  describeIdempotencyKey(app);
  describeDrafts(app);
  describePast(app);
  await describeApi(app, version);
  const schemas = [
    ...features.flatMap((feature) => feature.schemas?.() ?? []),
    ...recordSchemas(deps.extensions.reads),
  ];
  for (const schema of schemas) app.addSchema(schema);
  const countUnknown = await limitRates(app, { known: 0, unknown: 0, ...rates });
  await app.register(async (docs) =>
    docsRoutes(docs, () => serversOf(deps.environment, deps.publicAddress.configured, sandboxUrl), pages),
  );
  await app.register(async (web) => pageRoutes(web, pages, deps.mapTiles?.url));
  guardRoutes(app, {
    authenticate: (credential, request) => authenticate(deps, credential, request),
    countUnknown,
    refuseElsewhere,
    nowhere,
  });
  openDrafts(app, deps);
  openPast(app, deps);
  for (const { routes } of features) await routes?.(app, deps, stopping);
  entityRoutes(app, deps);
  return app;
}
