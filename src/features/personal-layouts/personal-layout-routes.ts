import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import * as contract from './contract.ts';
import { deleteLayout, listLayouts, saveLayout, setDefault } from './personal-layouts.ts';

/** Layouts that belong to one user. */
export function personalLayoutRoutes(app: FastifyInstance, deps: HasDatabase): void {
  serve(app, contract.listPersonalLayouts, ({ caller }) => listLayouts(deps, caller));
  serve(app, contract.savePersonalLayout, ({ caller, params, body }) => saveLayout(deps, caller, params.code, body));
  serve(app, contract.deletePersonalLayout, async ({ caller, params, reply }) => {
    await deleteLayout(deps, caller, params.code);
    return reply.code(204).send();
  });
  serve(app, contract.setDefaultLayout, async ({ caller, body, reply }) => {
    await setDefault(deps, caller, body);
    return reply.code(204).send();
  });
}
