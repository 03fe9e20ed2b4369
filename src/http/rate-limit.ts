import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { problem, Refusal } from '../domain/errors.ts';

/**
 * So many requests a minute for each key or person, counted by this process. It protects a tenant's neighbours from a client that runs
 * wild; it is no account of use. Must be registered before the routes.
 */
export async function limitRates(app: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute === 0) return;
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    // After the caller is known, before the body is read.
    hook: 'preParsing',
    keyGenerator: ({ known, ip }) => (known ? `${known.tenantId}|${known.actor}` : ip),
    allowList: ({ known, routeOptions }) => known === undefined && routeOptions.config.limitsByAddress !== true,
    enableDraftSpec: true,
    errorResponseBuilder: (_request, { max, ttl }) =>
      new Refusal(problem('USR007', `More than ${max} requests a minute. Try again in ${Math.ceil(ttl / 1000)} s.`)),
  });
}
