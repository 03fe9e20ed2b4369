import type { Infer } from '../../platform/contract/kind.ts';
import { query } from '../../platform/contract/object.ts';
import { paging } from '../../platform/contract/paging.ts';
import { contract } from '../../platform/contract/route.ts';
import { choice, text } from '../../platform/contract/values.ts';
import { jobStatuses } from '../../platform/jobs/queue.ts';

const tags = ['Background work'];
const access = 'settings.manage';
const params = { id: { type: 'string' } };
const job = { $ref: 'BackgroundJob#' };

const jobQuery = query({ status: choice(jobStatuses), kind: text(), ...paging() });
export type JobQuery = Infer<typeof jobQuery>;

export const listJobs = contract({
  method: 'GET',
  path: '/jobs',
  access,
  tags,
  summary: 'List background jobs',
  description: 'Newest first. `status=failed` lists the jobs that failed for good.',
  query: jobQuery,
  response: { 200: { type: 'array', items: job } },
});

export const showJob = contract({
  method: 'GET',
  path: '/jobs/:id',
  access,
  tags,
  summary: 'Show a job',
  params,
  response: { 200: job },
});

export const retryJob = contract({
  method: 'POST',
  path: '/jobs/:id/retry',
  access,
  tags,
  summary: 'Retry a failed job',
  description: 'The job gets all its attempts again. A job that has not failed is refused with APP021.',
  params,
  response: { 200: job },
});
