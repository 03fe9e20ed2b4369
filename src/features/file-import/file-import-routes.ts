import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import * as contract from './contract.ts';
import { deleteMapping, listMappings, saveMapping, showMapping } from './import-mappings.ts';

/** What the page for CSV and Excel files keeps. The records themselves go through POST /import. */
export function fileImportRoutes(app: FastifyInstance, deps: HasDatabase): void {
  serve(app, contract.listImportMappings, ({ caller }) => listMappings(deps, caller));
  serve(app, contract.showImportMapping, ({ caller, params }) => showMapping(deps, caller, params.name));
  serve(app, contract.saveImportMapping, ({ caller, params, body }) => saveMapping(deps, caller, params.name, body));
  serve(app, contract.deleteImportMapping, async ({ caller, params, reply }) => {
    await deleteMapping(deps, caller, params.name);
    return reply.code(204).send();
  });
}
