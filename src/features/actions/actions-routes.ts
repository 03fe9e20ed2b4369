import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasOutbound } from '../connectors/outbound.ts';
import { actionsFor } from './actions.ts';
import * as contract from './contract.ts';
import { runAction } from './run-action.ts';

export function actionsRoutes(app: FastifyInstance, deps: HasDatabase & HasClock & HasOutbound): void {
  serve(app, contract.listActions, ({ caller, query }) => actionsFor(deps, caller, query));
  serve(app, contract.runAction, ({ caller, params, body }) => runAction(deps, caller, params.id, body));
}
