import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Module, Scope } from '../../domain/access.ts';
import type { Caller } from '../caller.ts';
import { failures } from '../http/api-schemas.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { callerOf } from '../http/guard-routes.ts';
import type { ContractWarning, JsonSchema, Kind } from './kind.ts';
import { readBody } from './object.ts';

/** A route, declared once: who may call it, what it takes and what it returns. Parser, types and API description follow from it. */
export interface Contract<B> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly access: Scope | readonly Scope[];
  readonly module?: Module;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly body?: Kind<B>;
  /** Schemas by status code; refusals and failures are added. */
  readonly response: Readonly<Record<number, JsonSchema>>;
}

/** What a handler is given. */
export interface Input<B> {
  readonly caller: Caller;
  readonly body: B;
  /** Of properties that were ignored; an object that the handler returns gets them as `warnings`. */
  readonly warnings: readonly ContractWarning[];
  /** Aborts when the client has gone. */
  readonly gone: AbortSignal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The types of a contract follow from its parts. */
export const contract = <B = undefined>(declared: Contract<B>): Contract<B> => declared;

/** Adds the route of a contract. */
export function serve<B>(
  app: FastifyInstance,
  { method, path, access, module, tags, summary, description, body, response }: Contract<B>,
  handle: (input: Input<B>) => unknown,
): void {
  app.route({
    method,
    url: path,
    config: { access, ...(module ? { module } : {}) },
    schema: {
      tags,
      summary,
      ...(description === undefined ? {} : { description }),
      ...(body ? { body: body.schema } : {}),
      response: { ...response, ...failures },
    },
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const warnings: ContractWarning[] = [];
      const read = body ? readBody(body, request.body, { zone: caller.timeZone, warnings }) : (undefined as B);
      const gone = goneSignal(reply);
      return withWarnings(await handle({ caller, body: read, warnings, gone, request, reply }), warnings, reply);
    },
  });
}

function withWarnings(answer: unknown, warnings: readonly ContractWarning[], reply: FastifyReply): unknown {
  const isPlain = typeof answer === 'object' && answer !== null && !Array.isArray(answer) && answer !== reply;
  return warnings.length > 0 && isPlain && !reply.sent ? { ...answer, warnings } : answer;
}
