import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import { preferred } from '../../platform/http/accept.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { sendCsv } from '../../records/routes/lists.ts';
import * as contract from './contract.ts';
import { auditPage, wholeAudit } from './read-audit.ts';

export function auditRoutes(app: FastifyInstance, deps: HasDatabase): void {
  serve(app, contract.readAudit, async ({ caller, query, request, reply }) => {
    reply.header('vary', 'Accept');
    const wanted = query.format ?? preferred(request.headers.accept, ['application/json', 'text/csv']);
    // Also refuses what the table would refuse, before its first line is sent.
    const { total, events } = await auditPage(deps, caller, query);
    reply.header('x-total-count', String(total));
    if (wanted === 'json' || wanted === 'application/json') return events;
    const portions = wholeAudit(deps, caller, query);
    return sendCsv(reply, { name: 'audit', columns: contract.auditColumns, portions });
  });
}
