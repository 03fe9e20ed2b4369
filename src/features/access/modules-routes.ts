import type { FastifyInstance } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { failures } from '../../platform/http/api-schemas.ts';
import { fields } from '../../platform/http/fields.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { listModules, switchModule } from './modules.ts';

const config = { access: 'admin' } as const;
const tags = ['Access'];
const list = {
  type: 'array',
  items: {
    type: 'object',
    properties: { name: { type: 'string' }, enabled: { type: 'boolean' } },
    required: ['name', 'enabled'],
  },
};

/** The parts of the product that this tenant uses. */
export function moduleRoutes(app: FastifyInstance, deps: HasDatabase): void {
  app.get(
    '/modules',
    { config, schema: { tags, summary: 'List the modules of the tenant', response: { 200: list, ...failures } } },
    (request) => listModules(callerOf(request)),
  );
  app.put(
    '/modules/:name',
    {
      config,
      schema: {
        tags,
        summary: 'Enable or disable a module',
        description: 'Routes of a disabled module return 403 (USR005). Its data are kept.',
        params: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        body: { type: 'object', properties: { enabled: { type: 'boolean' } }, required: ['enabled'] },
        response: { 200: list, ...failures },
      },
    },
    (request) => {
      const { enabled } = fields(request.body);
      if (typeof enabled !== 'boolean') throw refuse('REQ014', 'enabled must be true or false.', 'enabled');
      return switchModule(deps, callerOf(request), (request.params as { name: string }).name, enabled);
    },
  );
}
