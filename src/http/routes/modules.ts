import type { FastifyInstance } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { listModules, switchModule } from '../../operations/access/modules.ts';
import type { Deps } from '../../operations/deps.ts';
import { callerOf } from '../authenticate.ts';
import { fields } from '../fields.ts';
import { failures } from '../schemas.ts';

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
export function moduleRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/modules',
    { config, schema: { tags, summary: 'Which modules the tenant has', response: { 200: list, ...failures } } },
    (request) => listModules(callerOf(request)),
  );
  app.put(
    '/modules/:name',
    {
      config,
      schema: {
        tags,
        summary: 'Turn a module on or off',
        description: 'Routes of a module that is off answer 403 (USR005). What was recorded with it stays.',
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
