import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { type ErrorCode, errorCatalogue } from '../../domain/error-catalogue.ts';
import { errorDetail, Refusal } from '../../domain/errors.ts';
import { allows } from '../../domain/permissions.ts';
import type { Caller } from '../../platform/caller.ts';
import { credentialOf, withBearerKey } from '../../platform/http/credential.ts';

/**
 * The routes that tools may call, and what they write. There is no other way out of a tool: nothing here publishes a draft, applies a proposal or
 * books a slot.
 */
const callable = {
  'GET /search': 'nothing',
  'GET /board': 'nothing',
  'GET /appointment/:name': 'nothing',
  'GET /resource/:resourceNo': 'nothing',
  'GET /violations': 'nothing',
  'GET /violations/:id/fixes': 'nothing',
  'POST /recommendation': 'nothing',
  'GET /optimization/:id': 'nothing',
  'POST /optimization/fieldService': 'proposal',
  'POST /optimization/professionalServices': 'proposal',
  'GET /drafts': 'nothing',
  'POST /drafts': 'proposal',
  'DELETE /drafts/:id': 'proposal',
  'GET /drafts/:id/compare': 'nothing',
  'POST /appointment': 'draft',
  'DELETE /appointment': 'draft',
} as const;
export type RouteName = keyof typeof callable;

type Routes = ReadonlyMap<string, FastifyContextConfig>;

interface Sent {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly body?: unknown;
  readonly draft?: number | undefined;
}

/** What a message belongs to. */
export interface Received {
  readonly app: FastifyInstance;
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly routes: Routes;
  readonly gone: AbortSignal;
  readonly now: Date;
}

/**
 * The routes of the service, called within the process with the credential of the message. Permissions, modules, data filters, quotas and rate
 * limits hold because the routes are those that every client calls.
 */
export class Api {
  readonly #received: Received;

  constructor(received: Received) {
    this.#received = received;
  }

  get now(): number {
    return this.#received.now.getTime();
  }

  #configOf(route: RouteName): FastifyContextConfig {
    const config = this.#received.routes.get(route);
    if (!config) throw new Error(`there is no route ${route}`);
    return config;
  }

  /** Whether the caller may use the route. */
  mayCall(route: RouteName): boolean {
    const { access = [], module } = this.#configOf(route);
    const { permissions, modules } = this.#received.caller;
    return access === 'public' || (allows(permissions, access) && (module === undefined || modules.includes(module)));
  }

  takesDraft(route: RouteName): boolean {
    return this.#configOf(route).drafts !== undefined;
  }

  async call<T>(route: RouteName, { params = {}, query = {}, body, draft }: Sent = {}): Promise<T> {
    // Not left to the tools: an appointment that is written without a draft is written into the plan.
    if (callable[route] === 'draft' && draft === undefined) throw new Error(`${route} is called without a draft`);
    const { app, request, gone } = this.#received;
    const [method, path] = route.split(' ') as ['GET' | 'POST' | 'DELETE', string];
    const answer = await app.inject({
      method,
      url: `${filled(path, params)}${queryOf(query)}`,
      headers: { ...headersOf(request), ...(draft === undefined ? {} : { 'x-draft': String(draft) }) },
      remoteAddress: request.ip,
      signal: gone,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const read = answer.payload === '' ? undefined : JSON.parse(answer.payload);
    if (answer.statusCode >= 300) throw refusalOf(read);
    return read as T;
  }
}

/** A refusal of a route as the client of the route gets it. Of failures it has no details. */
function refusalOf(answer: { readonly Code?: string; readonly message?: string } | undefined): Refusal {
  const { Code: code, message } = answer ?? {};
  if (code === undefined || message === undefined || !Object.hasOwn(errorCatalogue, code))
    throw new Error('a route answered without a code');
  return new Refusal(errorDetail(code as ErrorCode, message));
}

const filled = (path: string, params: NonNullable<Sent['params']>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

function queryOf(query: NonNullable<Sent['query']>): string {
  const sent = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return sent.length === 0 ? '' : `?${new URLSearchParams(sent)}`;
}

/** Who calls, from which page, and in which trace; a forwarded address has been read before. */
const PASSED = [
  'x-api-key',
  'ocp-apim-subscription-key',
  'authorization',
  'ds-user',
  'ds-password',
  'cookie',
  'host',
  'origin',
  'sec-fetch-site',
  'user-agent',
  'traceparent',
];

function headersOf(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = { 'x-request-id': request.id };
  for (const name of PASSED) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  // Most clients of the protocol send the key as a bearer, which other routes do not take.
  const { apiKey, authorization } = withBearerKey(credentialOf(request));
  if (apiKey !== undefined && authorization === undefined && headers['authorization'] !== undefined) {
    delete headers['authorization'];
    headers['x-api-key'] = apiKey;
  }
  return headers;
}
