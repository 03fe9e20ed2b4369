import { publicContract } from '../../platform/contract/route.ts';

/** Not part of the API: for the operator's Prometheus, who has a token of its own. */
export const metrics = publicContract({
  method: 'GET',
  path: '/metrics',
  access: 'public',
  tags: ['Health'],
  summary: 'Metrics of this process for Prometheus, with METRICS_TOKEN',
  hide: true,
  response: {},
  logLevel: 'warn',
});
