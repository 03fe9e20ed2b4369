import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../operations/deps.ts';
import type { RawQuery } from '../../operations/reading/list-query.ts';
import { entriesIn, sessionsIn } from '../../operations/reading/registered-time.ts';
import { callerOf } from '../authenticate.ts';
import { sendList } from '../lists.ts';
import { failures } from '../schemas.ts';

const text = { type: 'string' };

export function timeRoutes(app: FastifyInstance, deps: Deps): void {
  for (const { path, list, summary, ref } of [
    { path: '/timeEntry', list: entriesIn, summary: 'Time entries of the days in a window', ref: 'TimeEntryRead#' },
    {
      path: '/timeSession',
      list: sessionsIn,
      summary: 'Time sessions that started in a window',
      ref: 'TimeSessionRead#',
    },
  ])
    app.get(
      path,
      {
        config: { access: 'read', module: 'timeRegistration' },
        schema: {
          tags: ['Time registration'],
          summary,
          description: 'Start inclusive, end exclusive, one quarter (92 days) at most.',
          querystring: {
            type: 'object',
            properties: { start: text, end: text, resourceNo: text, jobNo: text, taskNo: text, status: text },
            required: ['start', 'end'],
          },
          response: { 200: { type: 'array', items: { $ref: ref } }, ...failures },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const { total, portions } = await list(deps, caller, request.query as RawQuery);
        reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
        return sendList(reply, portions);
      },
    );
}
