import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { type Input, serve } from '../../platform/contract/route.ts';
import { credentialOf } from '../../platform/http/credential.ts';
import { answerWork } from '../../records/routes/writes.ts';
import type { HasChangeSignal } from '../../records/storage/change-log.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import * as contract from './contract.ts';
import { readChanges } from './read-changes.ts';
import { isBackwards, readChangesBack } from './read-changes-back.ts';
import { type Undoing, undoChanges } from './undo/undo-changes.ts';
import type { HasWaitingRoom } from './waiting.ts';

export function changeRoutes(
  app: FastifyInstance,
  deps: WriteDeps & HasChangeSignal & HasWaitingRoom,
  stopping: AbortSignal,
): void {
  serve(app, contract.listChanges, ({ caller, query, gone, request }) =>
    isBackwards(query)
      ? readChangesBack(deps, caller, query)
      : readChanges(deps, caller, { query, credential: credentialOf(request) }, AbortSignal.any([gone, stopping])),
  );
  const undo = <B, Q, P extends string>(input: Input<B, Q, P>, what: Undoing): Promise<FastifyReply> =>
    answerWork(deps, input, 'default', (dryRun, guard) => undoChanges(deps, input.caller, what, dryRun, guard));
  serve(app, contract.undoChange, (input) => undo(input, { number: input.params.number }));
  serve(app, contract.undoRequest, (input) => {
    const { requestId } = input.body;
    if (requestId === undefined) throw refuse('REQ007', 'requestId: a value is required.', 'requestId');
    return undo(input, { requestId });
  });
}
