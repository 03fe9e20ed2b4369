import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { boardIn, openTasksIn } from './board.ts';
import * as contract from './contract.ts';

/** What the planning board shows. */
export function boardRoutes(app: FastifyInstance, deps: HasDatabase & HasClock & HasStatistics): void {
  serve(app, contract.readBoard, ({ caller, query }) => boardIn(deps, caller, query));
  serve(app, contract.listOpenTasks, async ({ caller, query, reply }) => {
    const { total, tasks } = await openTasksIn(deps, caller, query);
    reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
    return tasks;
  });
}
