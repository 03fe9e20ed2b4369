import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { answerOnce, asJson, withLocation } from '../../records/routes/answer-once.ts';
import { answerWork } from '../../records/routes/writes.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { compareDraft } from './compare-draft.ts';
import * as contract from './contract.ts';
import { createDraft, dropDraft, listDrafts, renameDraft, revertInDraft, type ShownDraft } from './drafts.ts';
import { publishDraft } from './publish-draft.ts';

/** Plans beside the plan. */
export function draftRoutes(app: FastifyInstance, deps: WriteDeps & HasStatistics): void {
  serve(app, contract.listDrafts, ({ caller }) => listDrafts(deps, caller));
  serve(app, contract.createDraft, (input) =>
    answerOnce<ShownDraft>(
      deps,
      input,
      withLocation(201, ({ id }) => `/drafts/${id}`),
      (guard) => createDraft(deps, input.caller, input.body, guard),
    ),
  );
  serve(app, contract.changeDraft, ({ caller, params, body }) => renameDraft(deps, caller, params.id, body));
  serve(app, contract.deleteDraft, async ({ caller, params, reply }) => {
    await dropDraft(deps, caller, params.id);
    return reply.code(204).send();
  });
  serve(app, contract.compareDraft, ({ caller, params, query }) => compareDraft(deps, caller, params.id, query));
  serve(app, contract.revertInDraft, (input) =>
    answerOnce<ShownDraft>(
      deps,
      input,
      (draft) => asJson(200, draft),
      (guard) => revertInDraft(deps, input.caller, input.params.id, input.body.changes, guard),
    ),
  );
  serve(app, contract.publishDraft, (input) =>
    answerWork(deps, input, 'default', (dryRun, guard) =>
      publishDraft(deps, input.caller, input.params.id, input.body, dryRun, guard),
    ),
  );
}
