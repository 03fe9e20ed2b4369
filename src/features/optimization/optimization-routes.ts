import type { FastifyInstance } from 'fastify';
import type { HasRoads } from '../../domain/travel.ts';
import { failures, writeQuery } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import { answerOnce, withLocation } from '../../records/routes/answer-once.ts';
import { answerWork } from '../../records/routes/writes.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { applyProposal } from './apply-proposal.ts';
import { insertTask } from './insert-task.ts';
import {
  applyBody,
  insertBody,
  insertSchema,
  optimizationBody,
  runListSchema,
  spreadBody,
  startedSchema,
} from './optimization-schemas.ts';
import { listRuns, runStatuses, showRun, stopRun } from './show-run.ts';
import type { HasSolver } from './solver-threads.ts';
import { type StartedRun, startRun } from './start-run.ts';

const tags = ['Optimization'];
const module = 'optimization' as const;
const params = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
const idOf = (request: { params: unknown }): string => (request.params as { id: string }).id;

const kinds = [
  {
    kind: 'fieldService',
    summary: 'Plan many visits at once',
    description:
      'Routes with travel times, over several days. Responds immediately; the plan is computed in the background.',
    body: optimizationBody,
  },
  {
    kind: 'professionalServices',
    summary: 'Spread budgets of hours over days and weeks',
    description:
      'Without travel times: the open hours of tasks are spread over the days of suitable resources. Planned appointments stay.',
    body: spreadBody,
  },
] as const;

export function optimizationRoutes(app: FastifyInstance, deps: WriteDeps & HasQuotas & HasRoads & HasSolver): void {
  for (const { kind, summary, description, body } of kinds)
    app.post(
      `/optimization/${kind}`,
      {
        config: { access: 'plan', module },
        schema: {
          tags,
          summary,
          description,
          body,
          response: { 202: { ...startedSchema, description: 'The run is queued.' }, ...failures },
        },
      },
      (request, reply) =>
        answerOnce(
          deps,
          { request, reply },
          withLocation<StartedRun>(202, ({ href }) => href),
          (guard) => startRun(deps, callerOf(request), kind, request.body, guard),
        ),
    );
  readRoutes(app, deps);
  app.post(
    '/optimization/:id/apply',
    {
      config: { access: 'plan', module },
      schema: {
        tags,
        summary: 'Apply a proposal, or some of its moves',
        description:
          'In one transaction. A move whose records have changed is refused with the reason, the others are applied. Safe to repeat.',
        params,
        querystring: writeQuery,
        body: applyBody,
        response: { 200: { $ref: 'ApplyAnswer#' }, ...failures },
      },
    },
    (request, reply) =>
      answerWork(deps, { request, reply }, 'default', (dryRun, guard) =>
        applyProposal(
          deps,
          callerOf(request),
          { id: idOf(request), body: request.body },
          { handling: 'default', speak: 'property', dryRun },
          guard,
        ),
      ),
  );
  app.post(
    '/optimization/insert',
    {
      config: { access: 'read', module },
      schema: {
        tags,
        summary: 'Find the best insertion points for one task',
        description:
          'Responds immediately, with the planned work that each insertion point would displace. Nothing is stored.',
        body: insertBody,
        response: { 200: insertSchema, ...failures },
      },
    },
    (request) => insertTask(deps, callerOf(request), request.body),
  );
}

function readRoutes(app: FastifyInstance, deps: HasDatabase): void {
  app.get(
    '/optimization',
    {
      config: { access: 'read', module },
      schema: {
        tags,
        summary: 'List runs',
        description: 'Newest first, without their proposals. Runs are kept for 90 days.',
        querystring: {
          type: 'object',
          properties: {
            status: { enum: runStatuses },
            page: { type: 'integer', minimum: 1, default: 1 },
            limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
          },
        },
        response: { 200: runListSchema, ...failures },
      },
    },
    async (request, reply) => {
      const { total, runs } = await listRuns(deps, callerOf(request), request.query as RawQuery);
      reply.header('x-total-count', String(total));
      return runs;
    },
  );
  app.get(
    '/optimization/:id',
    {
      config: { access: 'read', module },
      schema: {
        tags,
        summary: 'Show a run with its progress and proposal',
        params,
        response: { 200: { $ref: 'Optimization#' }, ...failures },
      },
    },
    (request) => showRun(deps, callerOf(request), idOf(request)),
  );
  app.delete(
    '/optimization/:id',
    {
      config: { access: 'plan', module },
      schema: {
        tags,
        summary: 'Cancel a run',
        description:
          'The run ends within seconds and keeps its best plan so far. A run that has ended does not change.',
        params,
        response: { 200: { $ref: 'Optimization#' }, ...failures },
      },
    },
    (request) => stopRun(deps, callerOf(request), idOf(request)),
  );
}
