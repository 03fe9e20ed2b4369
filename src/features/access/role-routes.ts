import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import * as contract from './role-contract.ts';
import { listRoles, showRole } from './show-roles.ts';

export function roleRoutes(app: FastifyInstance, deps: HasDatabase): void {
  serve(app, contract.listRoles, ({ caller }) => listRoles(deps, caller));
  serve(app, contract.showRole, ({ caller, params }) => showRole(deps, caller, params.name));
}
