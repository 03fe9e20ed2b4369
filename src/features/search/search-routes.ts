import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import * as contract from './contract.ts';
import { searchRecords } from './search.ts';

export function searchRoutes(app: FastifyInstance, deps: HasDatabase & HasClock): void {
  serve(app, contract.search, ({ caller, query }) => searchRecords(deps, caller, query));
}
