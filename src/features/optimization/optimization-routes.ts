import type { FastifyInstance } from 'fastify';
import type { HasRoads } from '../../domain/travel.ts';
import { serve } from '../../platform/contract/route.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import { answerOnce, withLocation } from '../../records/routes/answer-once.ts';
import { answerWork } from '../../records/routes/writes.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { applyProposal } from './apply-proposal.ts';
import * as contract from './contract.ts';
import { insertTask } from './insert-task.ts';
import { spreadRequest, visitsRequest } from './run-request.ts';
import { listRuns, showRun, stopRun } from './show-run.ts';
import type { HasSolver } from './solver-threads.ts';
import { type StartedRun, startRun } from './start-run.ts';

const started = withLocation<StartedRun>(202, ({ href }) => href);

export function optimizationRoutes(app: FastifyInstance, deps: WriteDeps & HasQuotas & HasRoads & HasSolver): void {
  const now = (): number => deps.now().getTime();
  serve(app, contract.planVisits, (input) =>
    answerOnce(deps, input, started, (guard) => startRun(deps, input.caller, visitsRequest(input.body, now()), guard)),
  );
  serve(app, contract.spreadBudgets, (input) =>
    answerOnce(deps, input, started, (guard) => startRun(deps, input.caller, spreadRequest(input.body, now()), guard)),
  );
  serve(app, contract.listRuns, async ({ caller, query, reply }) => {
    const { total, runs } = await listRuns(deps, caller, query);
    reply.header('x-total-count', String(total));
    return runs;
  });
  serve(app, contract.showRun, ({ caller, params }) => showRun(deps, caller, params.id));
  serve(app, contract.stopRun, ({ caller, params }) => stopRun(deps, caller, params.id));
  serve(app, contract.applyProposal, (input) =>
    answerWork(deps, input, 'default', (dryRun, guard) =>
      applyProposal(
        deps,
        input.caller,
        { id: input.params.id, body: input.body },
        { handling: 'default', speak: 'property', dryRun },
        guard,
      ),
    ),
  );
  serve(app, contract.insertTask, ({ caller, body }) => insertTask(deps, caller, body));
}
