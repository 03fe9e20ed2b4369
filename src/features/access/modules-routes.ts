import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { listModules, switchModule } from './modules.ts';
import * as contract from './modules-contract.ts';

/** The parts of the product that this tenant uses. */
export function moduleRoutes(app: FastifyInstance, deps: HasDatabase): void {
  serve(app, contract.listModules, ({ caller }) => listModules(caller));
  serve(app, contract.switchModule, ({ caller, params, body }) =>
    switchModule(deps, caller, params.name, body.enabled),
  );
}
