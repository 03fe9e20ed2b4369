import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { readOnReplica, readTextOnReplica } from '../../records/reading/read-on-replica.ts';
import { readPlan } from '../../records/reading/read-plan.ts';
import { sendText } from '../../records/routes/lists.ts';
import { answerWrite } from '../../records/routes/writes.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { boardIn, openTasksIn } from './board.ts';
import { travelIn } from './board-travel.ts';
import * as contract from './contract.ts';
import { callsToPlan } from './plan-tasks.ts';

/** What the planning board shows, and several tasks planned from it at once. */
export function boardRoutes(app: FastifyInstance, deps: WriteDeps & HasStatistics): void {
  serve(app, contract.readBoard, async ({ caller, query, reply }) =>
    sendText(reply, await readTextOnReplica(deps, caller, () => boardIn(deps, caller, query))),
  );
  serve(app, contract.readTravel, ({ caller, query }) => readPlan(deps, caller, () => travelIn(deps, caller, query)));
  serve(app, contract.listOpenTasks, async ({ caller, query, reply }) => {
    const { total, tasks } = await readOnReplica(deps, caller, () => openTasksIn(deps, caller, query));
    reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
    return tasks;
  });
  serve(app, contract.planTasks, (input) => answerWrite(deps, input, callsToPlan(input.body), 'property'));
}
