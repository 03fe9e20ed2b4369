import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { failures, writeQuery } from '../../platform/http/api-schemas.ts';
import { callerOf, credentialOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { answerWork } from '../../records/routes/writes.ts';
import type { HasChangeBell } from '../../records/storage/change-log.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { readChanges } from './read-changes.ts';
import { isBackwards, readChangesBack } from './read-changes-back.ts';
import { type Undoing, undoChanges } from './undo/undo-changes.ts';
import type { HasWaitingRoom } from './waiting.ts';

/** What narrows a look back. */
const lookingBack = Object.fromEntries(
  Object.entries({
    before: { type: 'integer', minimum: 1, description: 'Changes with smaller numbers.' },
    id: { type: 'integer', minimum: 1, description: 'Id of the record; together with `entity`.' },
    key: { type: 'string', description: 'Part of the key of the record.' },
    actor: { type: 'string', description: 'Part of the name of the user or key that made the change.' },
    requestId: { type: 'string' },
    from: { type: 'string', description: 'A date, or a date and time.' },
    to: { type: 'string', description: 'A date, or a date and time; exclusive.' },
  }).map(([name, schema]) => [
    name,
    { ...schema, description: `With \`order=desc\`. ${'description' in schema ? schema.description : ''}`.trim() },
  ]),
);

export function changeRoutes(
  app: FastifyInstance,
  deps: WriteDeps & HasChangeBell & HasWaitingRoom,
  stopping: AbortSignal,
): void {
  app.get(
    '/changes',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Changes'],
        summary: 'List changes',
        description:
          'Changes after a number, without gaps and in commit order. Send `next` of the response as `after` of the next request; a number before the oldest change in the log returns APP022 (410). With `wait` the response is delayed until something changes. With `order=desc` the newest changes come first, and `next` is the `before` of the next request, 0 at the end.',
        querystring: {
          type: 'object',
          properties: {
            after: { type: 'integer', minimum: 0, default: 0 },
            limit: { type: 'integer', minimum: 1, maximum: 10_000, default: 1000 },
            wait: { type: 'integer', minimum: 0, maximum: 60, default: 0, description: 'Seconds.' },
            entity: { type: 'string', description: 'Entities, separated by commas.' },
            sourceApp: { type: 'string' },
            order: { enum: ['asc', 'desc'], default: 'asc' },
            ...lookingBack,
          },
        },
        response: {
          200: {
            type: 'object',
            properties: {
              changes: { type: 'array', items: { $ref: 'Change#' } },
              next: { type: 'integer' },
              last: { type: 'integer' },
              oldest: { type: 'integer', description: 'With `order=desc`: the oldest change that is kept.' },
            },
            required: ['changes', 'next', 'last'],
          },
          ...failures,
        },
      },
    },
    async (request) => {
      if (isBackwards(request.query as RawQuery))
        return readChangesBack(deps, callerOf(request), request.query as RawQuery);
      const gone = new AbortController();
      request.raw.once('close', () => gone.abort());
      return readChanges(
        deps,
        callerOf(request),
        { query: request.query as RawQuery, credential: credentialOf(request) },
        AbortSignal.any([gone.signal, stopping]),
      );
    },
  );
  undoRoutes(app, deps);
}

/** Which scope a change needs depends on its record; who may write nothing at all need not ask. */
const config = { access: ['import', 'plan', 'time', 'admin'] } as const;

function undoRoutes(app: FastifyInstance, deps: WriteDeps): void {
  const common = {
    tags: ['Changes'],
    querystring: writeQuery,
    response: { 200: { $ref: 'WriteAnswer#' }, ...failures },
  };
  const undo = (request: FastifyRequest, reply: FastifyReply, what: Undoing): Promise<FastifyReply> =>
    answerWork(deps, { request, reply }, 'default', (dryRun, guard) =>
      undoChanges(deps, callerOf(request), what, dryRun, guard),
    );
  app.post(
    '/changes/:number/undo',
    {
      config,
      schema: {
        ...common,
        summary: 'Undo one change',
        description:
          'Restores the previous values as new changes. The undo of a delete also restores the records that were deleted with it. Refused (APP018, with `conflicts`) if later changes conflict.',
        params: { type: 'object', properties: { number: { type: 'integer', minimum: 1 } }, required: ['number'] },
      },
    },
    (request, reply) => undo(request, reply, { number: (request.params as { number: string }).number }),
  );
  app.post(
    '/changes/undo',
    {
      config,
      schema: {
        ...common,
        summary: 'Undo all changes of a request',
        description: 'For example a whole import. All or nothing; `conflicts` lists every reason for a refusal.',
        body: {
          type: 'object',
          properties: {
            requestId: { type: 'string', description: 'X-Request-Id of the response, `requestId` of its changes.' },
          },
          required: ['requestId'],
        },
      },
    },
    (request, reply) => undo(request, reply, { requestId: requestIdOf(request.body) }),
  );
}

/** Property names match without regard to case. */
function requestIdOf(body: unknown): string {
  const sent = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const found = sent.find(([name]) => name.toLowerCase() === 'requestid')?.[1];
  if (typeof found !== 'string' || found === '')
    throw refuse('REQ007', 'The body must be an object with a requestId.', 'requestId');
  return found;
}
