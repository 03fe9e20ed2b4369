import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import type { Caller, Credential } from '../../platform/caller.ts';
import { type Input, serve } from '../../platform/contract/route.ts';
import { preferred } from '../../platform/http/accept.ts';
import { credentialOf } from '../../platform/http/credential.ts';
import { readOnReplica } from '../../records/reading/read-on-replica.ts';
import { each } from '../../records/reading/read-plan.ts';
import { sendCsv } from '../../records/routes/lists.ts';
import { answerWork } from '../../records/routes/writes.ts';
import type { HasChangeSignal } from '../../records/storage/change-signal.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import type { ChangesQuery } from './contract.ts';
import * as contract from './contract.ts';
import { DIFFERENCE_COLUMNS, rowsOf } from './difference/difference-rows.ts';
import { readDifference } from './difference/read-difference.ts';
import { ownActions } from './own/own-actions.ts';
import { type ChangePage, readChanges } from './read-changes.ts';
import { isBackwards, readChangesBack } from './read-changes-back.ts';
import { readKept } from './read-kept.ts';
import { type Undoing, undoChanges } from './undo/undo-changes.ts';
import type { HasWaitingRoom } from './waiting.ts';

export function changeRoutes(
  app: FastifyInstance,
  deps: WriteDeps & HasChangeSignal & HasWaitingRoom,
  stopping: AbortSignal,
): void {
  /** Who waits is woken by the primary, before a replica has the change. */
  const readForwards = (
    { caller, query }: { readonly caller: Caller; readonly query: ChangesQuery },
    credential: Credential,
    over: AbortSignal,
  ): Promise<ChangePage> => {
    const read = () => readChanges(deps, caller, { query, credential }, over);
    return query.wait > 0 ? read() : readOnReplica(deps, caller, read);
  };
  serve(app, contract.listChanges, ({ caller, query, gone, request }) =>
    isBackwards(query)
      ? readOnReplica(deps, caller, () => readChangesBack(deps, caller, query))
      : readForwards({ caller, query }, credentialOf(request), AbortSignal.any([gone, stopping])),
  );
  serve(app, contract.showDifference, async ({ caller, query, request, reply }) => {
    reply.header('vary', 'Accept');
    const wanted = query.format ?? preferred(request.headers.accept, ['application/json', 'text/csv']);
    const differences = await readOnReplica(deps, caller, () => readDifference(deps, caller, query));
    if (wanted === 'json' || wanted === 'application/json') return differences;
    return sendCsv(reply, { name: 'difference', columns: DIFFERENCE_COLUMNS, portions: each([rowsOf(differences)]) });
  });
  serve(app, contract.showKept, ({ caller }) => readOnReplica(deps, caller, () => readKept(deps, caller)));
  serve(app, contract.listOwnActions, ({ caller }) => ownActions(deps, caller));
  const undo = <B, Q, P extends string>(input: Input<B, Q, P>, what: Undoing): Promise<FastifyReply> =>
    answerWork(deps, input, 'default', (dryRun, guard) => undoChanges(deps, input.caller, what, dryRun, guard));
  serve(app, contract.undoChange, (input) => undo(input, { number: input.params.number }));
  serve(app, contract.undoRequest, (input) => {
    const { requestId } = input.body;
    if (requestId === undefined) throw refuse('REQ007', 'requestId: a value is required.', 'requestId');
    return undo(input, { requestId });
  });
}
