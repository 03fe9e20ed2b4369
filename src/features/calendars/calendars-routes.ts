import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { calendarDays } from './calendar-days.ts';
import * as contract from './contract.ts';

export function calendarRoutes(app: FastifyInstance, deps: HasDatabase): void {
  serve(app, contract.showWorkingTime, ({ caller, params, query }) => calendarDays(deps, caller, params.code, query));
}
