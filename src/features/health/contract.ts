import { query, withDefault } from '../../platform/contract/object.ts';
import { publicContract } from '../../platform/contract/route.ts';
import { flag } from '../../platform/contract/values.ts';

const shared = {
  method: 'GET',
  access: 'public',
  tags: ['Health'],
  response: { 200: { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] } },
  // Load balancers ask every few seconds.
  logLevel: 'warn',
  config: { uncounted: true },
} as const;

const backup = {
  type: 'object',
  description: 'Backups of the private database. `external`: the database is your own, and backed up by other tools.',
  properties: {
    state: { type: 'string', enum: ['off', 'external', 'waiting', 'running', 'ok', 'failing'] },
    lastSuccess: { type: ['string', 'null'], format: 'date-time', description: 'When the last backup was complete' },
    age: { type: ['integer', 'null'], description: 'Seconds since then' },
    error: { type: ['string', 'null'], description: 'What is wrong and what to do, while `state` is `failing`' },
  },
  required: ['state', 'lastSuccess', 'age', 'error'],
} as const;

export const live = publicContract({
  ...shared,
  path: '/health/live',
  summary: 'Check that the process is running',
});

/** What clients test a connection with: a credential that they send is checked. */
export const health = publicContract({
  ...shared,
  path: '/health',
  summary: 'Test the connection: as /health/ready, and a credential that is sent must be valid',
  config: { uncounted: true, checksCredential: true },
});

export const ready = publicContract({
  ...shared,
  path: '/health/ready',
  summary: 'Check that the service is ready: the database responds and is writable',
  description: 'With `?details` also the state of the backups.',
  query: query({ details: withDefault(flag(), false, false) }),
  response: {
    200: {
      type: 'object',
      properties: { status: { type: 'string' }, backup },
      required: ['status'],
    },
  },
});
