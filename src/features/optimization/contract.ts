import { dryRunQuery } from '../../platform/contract/dry-run.ts';
import { described, type Infer } from '../../platform/contract/kind.ts';
import { object, query } from '../../platform/contract/object.ts';
import { paging } from '../../platform/contract/paging.ts';
import { contract } from '../../platform/contract/route.ts';
import { choice, integer, list } from '../../platform/contract/values.ts';
import { insertSchema, runListSchema, startedSchema } from './optimization-schemas.ts';
import { runStatuses } from './optimization-store.ts';
import { insertBody, spreadBody, visitsBody } from './run-bodies.ts';

const tags = ['Optimization'];
const module = 'optimization';
const params = { id: { type: 'integer' } };
const run = { $ref: 'Optimization#' };
const started = { 202: { ...startedSchema, description: 'The run is queued.' } };

const LARGEST_PAGE = 200;
/** More than any proposal has. */
const MOST_MOVES = 1_000_000;

export const planVisits = contract({
  method: 'POST',
  path: '/optimization/fieldService',
  config: { drafts: 'read' },
  access: 'plan.write',
  module,
  tags,
  summary: 'Plan many visits at once',
  description:
    'Routes with travel times, over several days. Responds immediately; the plan is computed in the background. A run that is started in a draft reads the appointments of the draft, and is applied there.',
  body: visitsBody,
  response: started,
});

export const spreadBudgets = contract({
  method: 'POST',
  path: '/optimization/professionalServices',
  config: { drafts: 'read' },
  access: 'plan.write',
  module,
  tags,
  summary: 'Spread budgets of hours over days and weeks',
  description:
    'Without travel times: the open hours of tasks are spread over the days of suitable resources. Planned appointments stay. In a draft as with fieldService.',
  body: spreadBody,
  response: started,
});

const runQuery = query({ status: choice(runStatuses), ...paging(50, LARGEST_PAGE) });
export type RunQuery = Infer<typeof runQuery>;

export const listRuns = contract({
  method: 'GET',
  path: '/optimization',
  config: { drafts: 'read', asOf: false },
  access: 'records.read',
  module,
  tags,
  summary: 'List runs',
  description:
    'Newest first, without their proposals; in a draft only its runs. Runs of a draft are listed for those who see the draft, and once it is published or deleted for the user who started them. Runs are kept for 90 days.',
  query: runQuery,
  response: { 200: runListSchema },
});

export const showRun = contract({
  method: 'GET',
  path: '/optimization/:id',
  config: { drafts: 'read', asOf: false },
  access: 'records.read',
  module,
  tags,
  summary: 'Show a run with its progress and proposal',
  params,
  response: { 200: run },
});

export const stopRun = contract({
  method: 'DELETE',
  path: '/optimization/:id',
  access: 'plan.write',
  module,
  tags,
  summary: 'Cancel a run',
  description: 'The run ends within seconds and keeps its best plan so far. A run that has ended does not change.',
  params,
  response: { 200: run },
});

const applyBody = object({
  moves: described(list(integer(0, MOST_MOVES), MOST_MOVES), 'Numbers of moves; default: all.'),
});
export type ApplyBody = Infer<typeof applyBody>;

export const applyProposal = contract({
  method: 'POST',
  path: '/optimization/:id/apply',
  config: { drafts: 'write' },
  access: 'plan.write',
  module,
  tags,
  summary: 'Apply a proposal, or some of its moves',
  description:
    'In one transaction, in the draft of the run where it has one. A move whose records have changed is refused with the reason, the others are applied. Safe to repeat.',
  params,
  query: dryRunQuery,
  body: applyBody,
  bodyIsOptional: true,
  response: { 200: { $ref: 'ApplyAnswer#' } },
});

export const insertTask = contract({
  method: 'POST',
  path: '/optimization/insert',
  config: { drafts: 'read' },
  access: 'records.read',
  module,
  tags,
  summary: 'Find the best insertion points for one task',
  description:
    'Responds immediately, with the planned work that each insertion point would displace. Nothing is stored.',
  body: insertBody,
  response: { 200: insertSchema },
  warningsAreTexts: true,
});
