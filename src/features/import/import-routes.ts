import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import type { HasLimits } from '../../platform/http/limits.ts';
import { sendFailure, toRefusal } from '../../platform/http/refuse.ts';
import type { HasLog } from '../../platform/log.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { answerWrite, flagOf } from '../../records/routes/writes.ts';
import { collisions } from '../../records/storage/unique-values.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import * as contract from './contract.ts';
import { callsIn, isOne } from './import-call.ts';
import type { HasImportLogRetention } from './note-import.ts';
import { keepImport, keepRefusal, type SentImport } from './note-import.ts';

export function importRoutes(app: FastifyInstance, deps: WriteDeps & HasImportLogRetention & HasLimits & HasLog): void {
  for (const olderPath of [undefined, ...contract.olderPaths])
    serve(
      app,
      contract.importCalls(deps.limits.callsPerImport, olderPath),
      ({ caller, query, request, reply }) => {
        const calls = callsIn(request.body);
        const keep = query.dryRun ? undefined : keepImport(deps, caller, sentIn(request, reply));
        return answerWrite(deps, { request, reply }, calls, 'param', keep);
      },
      { errorHandler: refusing(deps) },
    );
}

const sentIn = (request: FastifyRequest, reply: FastifyReply): SentImport => ({
  bytes: request.rawBody,
  body: isOne(request.body) ? [request.body] : request.body,
  elapsed: () => reply.elapsedTime,
});

/** Logs refused imports, also if the body could not be read. */
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
    return flagOf(request, 'dryRun');
  } catch {
    return false;
  }
}
