import type { FastifyInstance } from 'fastify';
import type { HasRoads } from '../../domain/travel.ts';
import type { HasClock } from '../../platform/clock.ts';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { readPlan } from '../../records/reading/read-plan.ts';
import { readJobCard } from './contract.ts';
import { jobCardOf } from './job-card.ts';

export function jobCardRoutes(app: FastifyInstance, deps: HasDatabase & HasClock & HasStatistics & HasRoads): void {
  serve(app, readJobCard, ({ caller, query, gone }) =>
    readPlan(deps, caller, () => jobCardOf(deps, caller, query, gone)),
  );
}
