import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import * as contract from './contract.ts';
import { listPendingParts, removePendingPart } from './pending-parts.ts';
import { listImports, showImport } from './show-imports.ts';

/** What was imported, what was refused, and what waits for its record. */
export function importLogRoutes(app: FastifyInstance, deps: HasDatabase): void {
  serve(app, contract.listImports, async ({ caller, query, reply }) => {
    const { total, imports } = await listImports(deps, caller, query);
    reply.header('x-total-count', String(total));
    return imports;
  });
  serve(app, contract.listPendingParts, async ({ caller, query, reply }) => {
    const { total, parts } = await listPendingParts(deps, caller, query);
    reply.header('x-total-count', String(total));
    return parts;
  });
  serve(app, contract.removePendingPart, ({ caller, params }) => removePendingPart(deps, caller, params.id));
  serve(app, contract.showImport, ({ caller, params }) => showImport(deps, caller, params.id));
}
