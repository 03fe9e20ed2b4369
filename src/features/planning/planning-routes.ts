import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { readPlan, wholePlan } from '../../records/reading/read-plan.ts';
import { sendList } from '../../records/routes/lists.ts';
import { availabilityOf } from './availability.ts';
import { capacityIn } from './capacity.ts';
import * as contract from './contract.ts';
import { violationsFound } from './violations.ts';

export function planningRoutes(app: FastifyInstance, deps: HasClock & HasDatabase & HasStatistics): void {
  serve(app, contract.showAvailability, async ({ caller, params, query, reply }) => {
    const answer = await readPlan(deps, caller, () => availabilityOf(deps, caller, params.resourceNo, query));
    reply.header('x-time-zone', answer.timeZone);
    return answer;
  });
  serve(app, contract.showCapacity, async ({ caller, query, reply }) => {
    const { total, portions } = await wholePlan(deps, caller, () => capacityIn(deps, caller, query));
    reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
    return sendList(reply, portions);
  });
  serve(app, contract.listViolations, async ({ caller, query, reply }) => {
    const { total, portions } = await wholePlan(deps, caller, () => violationsFound(deps, caller, query));
    reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
    return sendList(reply, portions);
  });
}
