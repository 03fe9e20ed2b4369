import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { failures, writeHeaders, writeQuery } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { HasLimits } from '../../platform/http/limits.ts';
import { sendFailure, toRefusal } from '../../platform/http/refuse.ts';
import type { HasLog } from '../../platform/log.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { answerWrite, flagOf } from '../../records/routes/writes.ts';
import { collisions } from '../../records/storage/unique-values.ts';
import type { SentCall } from '../../records/writing/parse-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import type { HasImportLogRetention } from './note-import.ts';
import { keepImport, keepRefusal, type SentImport } from './note-import.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Property names match without regard to case. The usual spellings are tried first: a batch has thousands of calls. */
function property(call: Record<string, unknown>, pascal: string): unknown {
  if (pascal in call) return call[pascal];
  const found = Object.keys(call).find((key) => key.toLowerCase() === pascal.toLowerCase());
  return found === undefined ? undefined : call[found];
}

function list(value: unknown, index: number, name: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw refuse('REQ007', `Call ${index}: ${name} must be an array.`, name);
  return value;
}

function toCall(sent: unknown, index: number): SentCall {
  if (!isObject(sent))
    throw refuse(
      'REQ007',
      `Call ${index} must be an object with StoredProcedureName, ParameterNames and ParameterValues.`,
    );
  const procedure = property(sent, 'StoredProcedureName');
  if (procedure !== undefined && procedure !== null && typeof procedure !== 'string')
    throw refuse('REQ007', `Call ${index}: StoredProcedureName must be a string.`, 'StoredProcedureName');
  const names = list(property(sent, 'ParameterNames'), index, 'ParameterNames');
  for (const name of names)
    if (typeof name !== 'string')
      throw refuse('REQ007', `Call ${index}: ParameterNames must contain strings only.`, 'ParameterNames');
  return {
    procedure: procedure ?? undefined,
    names: names as readonly string[],
    values: list(property(sent, 'ParameterValues'), index, 'ParameterValues'),
  };
}

export function importRoutes(app: FastifyInstance, deps: WriteDeps & HasImportLogRetention & HasLimits & HasLog): void {
  app.post(
    '/import',
    {
      config: { access: 'import', origin: 'import', most: { items: deps.limits.callsPerImport, what: 'calls' } },
      schema: {
        tags: ['Import'],
        summary: 'Write records in a batch',
        description:
          'Calls of named procedures, in order, all or nothing. `Prefer: handling=lenient` stores the valid calls and reports the others; `handling=strict` rejects parameters that would be ignored.',
        headers: writeHeaders,
        querystring: writeQuery,
        body: { type: 'array', items: { $ref: 'ImportCall#' }, maxItems: deps.limits.callsPerImport },
        response: { 200: { $ref: 'WriteAnswer#' }, ...failures },
      },
      errorHandler: refusing(deps),
    },
    async (request, reply) => {
      if (!Array.isArray(request.body)) throw refuse('REQ007', 'The body must be an array of calls.');
      const calls = request.body.map(toCall);
      const keep = isDryRun(request) ? undefined : keepImport(deps, callerOf(request), sentIn(request, reply));
      return answerWrite(deps, { request, reply }, calls, 'param', keep);
    },
  );
}

const sentIn = (request: FastifyRequest, reply: FastifyReply): SentImport => ({
  bytes: request.rawBody,
  body: request.body,
  elapsed: () => reply.elapsedTime,
});

const isDryRun = (request: FastifyRequest): boolean => flagOf(request, 'dryRun');

/** What is refused is noted, also where the body could not even be read. */
function refusing(deps: HasDatabase & HasImportLogRetention & HasLimits & HasLog) {
  const { bytesPerRequest } = deps.limits;
  const context = { limit: bytesPerRequest, collisions };
  const answer = sendFailure(context);
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { known } = request;
    if (known && !mayBeDryRun(request))
      await keepRefusal(deps, known, sentIn(request, reply), toRefusal(error, context, request));
    answer(error, request, reply);
  };
}

/** A flag that cannot be read is among the reasons for a refusal. */
function mayBeDryRun(request: FastifyRequest): boolean {
  try {
    return isDryRun(request);
  } catch {
    return false;
  }
}
