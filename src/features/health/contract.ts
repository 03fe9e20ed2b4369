import { publicContract } from '../../platform/contract/route.ts';

const shared = {
  method: 'GET',
  access: 'public',
  tags: ['Health'],
  response: { 200: { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] } },
  // Load balancers ask every few seconds.
  logLevel: 'warn',
  config: { uncounted: true },
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
});
