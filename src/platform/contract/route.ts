import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Module } from '../../domain/access.ts';
import { refuse } from '../../domain/errors.ts';
import type { Access } from '../../domain/permissions.ts';
import type { Caller } from '../caller.ts';
import { failures } from '../http/api-schemas.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { callerOf } from '../http/guard-routes.ts';
import type { ContractWarning, JsonSchema, Kind } from './kind.ts';
import { readWhole } from './object.ts';
import { describesWarnings, withWarnings } from './warnings.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is declared by a contract. */
    contract?: true;
  }
}

interface Declared<B, Q, P extends string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly module?: Module;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Since when the route is deprecated, and the page that explains it: headers of every response (RFC 9745). */
  readonly deprecated?: { readonly since: string; readonly link: string };
  /** The names in the path, with their schemas. Handlers get them as texts. */
  readonly params?: Readonly<Record<P, JsonSchema>>;
  readonly query?: Kind<Q>;
  /** Headers that the API description shows. */
  readonly headers?: JsonSchema;
  readonly body?: Kind<B>;
  /** A request without a body counts as one with an empty object. */
  readonly bodyIsOptional?: true;
  /** The message of REQ001 for a request without a body; without it such a request gets REQ007. */
  readonly emptyBody?: string;
  /** Media types of the body in the API description; JSON by default. */
  readonly consumes?: readonly string[];
  /** The API description of a body that the handler reads from the request itself: bytes, lines, records. */
  readonly ownBody?: JsonSchema;
  /** Schemas by status code; refusals and failures are added. */
  readonly response: Readonly<Record<number, JsonSchema>>;
  /** Refusals that are described otherwise than those of other routes. */
  readonly failures?: Readonly<Record<string, JsonSchema>>;
  /** Warnings of the response are texts (default: objects with `parameter` and `message`). */
  readonly warningsAreTexts?: true;
  /** Left out of the API description: pages, and the description itself. */
  readonly hide?: true;
  readonly logLevel?: RouteOptions['logLevel'];
  readonly config?: Omit<FastifyContextConfig, 'access' | 'module' | 'contract'>;
}

/** A route, declared once: who may call it, what it takes and what it returns. Parser, types and API description follow from it. */
export interface Contract<B, Q, P extends string> extends Declared<B, Q, P> {
  readonly access: Access;
}

/** A route that needs no credential. */
export interface PublicContract<B, Q, P extends string> extends Declared<B, Q, P> {
  readonly access: 'public';
}

/** What a handler of a public route is given. */
export interface PublicInput<B, Q, P extends string> {
  readonly params: Readonly<Record<P, string>>;
  readonly query: Q;
  readonly body: B;
  /** Of properties that were ignored. An object that the handler returns gets them as `warnings`. */
  readonly warnings: readonly ContractWarning[];
  /** Adds them to a response that the handler sends itself. */
  readonly addWarnings?: (answer: unknown) => unknown;
  /** Aborts when the client has gone. */
  readonly gone: AbortSignal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What a handler is given. */
export interface Input<B, Q, P extends string> extends PublicInput<B, Q, P> {
  readonly caller: Caller;
}

/** The types of a contract follow from its parts. */
export const contract = <B = undefined, Q = undefined, P extends string = never>(
  declared: Contract<B, Q, P>,
): Contract<B, Q, P> => declared;

export const publicContract = <B = undefined, Q = undefined, P extends string = never>(
  declared: PublicContract<B, Q, P>,
): PublicContract<B, Q, P> => declared;

/** Adds the route of a contract. */
export function serve<B, Q, P extends string>(
  app: FastifyInstance,
  declared: Contract<B, Q, P>,
  handle: (input: Input<B, Q, P>) => unknown,
  more: Pick<RouteOptions, 'errorHandler'> = {},
): void {
  app.route({
    ...options(declared),
    ...more,
    handler: (request, reply) => {
      const caller = callerOf(request);
      return answer(declared, request, reply, caller.timeZone, (input) => handle(Object.assign(input, { caller })));
    },
  });
}

/** Adds the route of a contract that needs no credential. */
export function servePublic<B, Q, P extends string>(
  app: FastifyInstance,
  declared: PublicContract<B, Q, P>,
  handle: (input: PublicInput<B, Q, P>) => unknown,
): void {
  app.route({
    ...options(declared),
    handler: (request, reply) => answer(declared, request, reply, 'UTC', handle),
  });
}

function options<B, Q, P extends string>(declared: Contract<B, Q, P> | PublicContract<B, Q, P>) {
  const { method, path, access, module, hide, logLevel, config, deprecated } = declared;
  return {
    method,
    url: path,
    config: { ...config, access, contract: true as const, ...(module ? { module } : {}) },
    ...(logLevel === undefined ? {} : { logLevel }),
    ...(deprecated ? { onSend: noteDeprecation(deprecated) } : {}),
    schema: hide ? { hide } : describedRoute(declared),
  };
}

/** On refusals too: a client that fails should learn why it is better to change. */
const noteDeprecation =
  ({ since, link }: NonNullable<Declared<unknown, unknown, string>['deprecated']>) =>
  async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('deprecation', `@${Date.parse(since) / 1000}`);
    reply.header('link', `<${link}>; rel="deprecation"; type="text/html"`);
  };

function describedRoute<B, Q, P extends string>(declared: Declared<B, Q, P>) {
  const { tags, summary, description, params, query, headers, consumes, deprecated } = declared;
  const body = declared.body?.schema ?? declared.ownBody;
  return {
    tags,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(deprecated ? { deprecated: true } : {}),
    ...(params ? { params: { type: 'object', properties: params, required: Object.keys(params) } } : {}),
    ...(query ? { querystring: query.schema } : {}),
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
    ...(consumes ? { consumes } : {}),
    response: {
      ...(declared.body ? describesWarnings(declared.response, declared.warningsAreTexts) : declared.response),
      ...(declared.failures ?? failures),
    },
  };
}

async function answer<B, Q, P extends string>(
  { body, bodyIsOptional, emptyBody, query, warningsAreTexts }: Declared<B, Q, P>,
  request: FastifyRequest,
  reply: FastifyReply,
  zone: string,
  handle: (input: PublicInput<B, Q, P>) => unknown,
): Promise<unknown> {
  const warnings: ContractWarning[] = [];
  if (emptyBody !== undefined && (request.body ?? null) === null) throw refuse('REQ001', emptyBody);
  const sent = bodyIsOptional ? (request.body ?? {}) : request.body;
  const addWarnings = (answer: unknown): unknown => withWarnings(answer, warnings, warningsAreTexts);
  let gone: AbortSignal | undefined;
  const input = {
    params: request.params as Readonly<Record<P, string>>,
    query: query ? readWhole(query, request.query, { zone, warnings, isQuery: true }) : (undefined as Q),
    body: body ? readWhole(body, sent, { zone, warnings }) : (undefined as B),
    warnings,
    ...(warnings.length > 0 ? { addWarnings } : {}),
    get gone() {
      gone ??= goneSignal(reply);
      return gone;
    },
    request,
    reply,
  };
  const answer = await handle(input);
  return answer === reply || reply.sent ? answer : addWarnings(answer);
}
