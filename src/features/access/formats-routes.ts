import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { changeFormats, showFormats } from './formats.ts';
import * as contract from './formats-contract.ts';

/** How dates and times are shown to users who chose nothing else. */
export function formatRoutes(app: FastifyInstance, deps: HasDatabase): void {
  serve(app, contract.showFormats, ({ caller }) => showFormats(deps, caller));
  serve(app, contract.changeFormats, ({ caller, body }) => changeFormats(deps, caller, body));
}
