import type { FastifyInstance } from 'fastify';
import { failures } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { importLogQuery, notedImport, wholeImport } from './import-log-schemas.ts';
import { listImports, showImport } from './show-imports.ts';

const config = { access: 'admin' } as const;
const tags = ['Import'];

/** What was imported, and what was refused. */
export function importLogRoutes(app: FastifyInstance, deps: HasDatabase): void {
  app.get(
    '/import/log',
    {
      config,
      schema: {
        tags,
        summary: 'List imports',
        description:
          'Newest first, including refused imports, without dry runs. Kept for IMPORT_LOG_KEEP_DAYS. A key that is limited to source systems sees only its own imports.',
        querystring: importLogQuery,
        response: { 200: { type: 'array', items: notedImport }, ...failures },
      },
    },
    async (request, reply) => {
      const { total, imports } = await listImports(deps, callerOf(request), request.query as RawQuery);
      reply.header('x-total-count', String(total));
      return imports;
    },
  );
  app.get(
    '/import/log/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Show an import with its body',
        params: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        response: { 200: wholeImport, ...failures },
      },
    },
    (request) => showImport(deps, callerOf(request), (request.params as { id: string }).id),
  );
}
