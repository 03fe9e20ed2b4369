import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorDetail, Refusal } from '../../domain/errors.ts';

export interface Rates {
  /** Requests a minute for each key or person; 0 is no limit. */
  readonly known: number;
  /** Requests a minute for each address that no caller is known for; 0 is no limit. */
  readonly unknown: number;
}

/** Callers that are counted at the same time; of more, those are forgotten that were not heard of for longest. Of addresses it is 5,000. */
const MOST_COUNTED = 10_000;
const LONGEST_ADDRESS = 64;

const tooMany = (max: number, ttl: number, of: string): Refusal => {
  const seconds = Math.ceil(ttl / 1000);
  return new Refusal(
    errorDetail('USR007', `More than ${max} requests per minute${of}. Retry in ${seconds} s.`, undefined, { seconds }),
    {
      headers: { 'retry-after': String(seconds) },
    },
  );
};

/** A network of IPv6 (/64) is one address: each of its hosts has as many as it likes. */
const addressOf = ({ ip }: FastifyRequest): string => normalizeIP(ip.slice(0, LONGEST_ADDRESS));

/** Counts a request that no caller is known for, by its address; answers the refusal of one that is too much. */
export type CountUnknown = (request: FastifyRequest) => Promise<Refusal | undefined>;

/**
 * So many requests a minute for each key or person, and for each address whose caller is not known, counted by this process. It protects a tenant's
 * neighbours from a client that runs wild; it is no account of use. Must be registered before the routes.
 */
export async function limitRates(app: FastifyInstance, { known, unknown }: Rates): Promise<CountUnknown> {
  await app.register(rateLimit, {
    global: known > 0,
    max: known,
    timeWindow: 60_000,
    cache: MOST_COUNTED,
    // After the caller is known, before the body is read.
    hook: 'preParsing',
    keyGenerator: ({ known: caller }) => (caller ? `${caller.tenantId}|${caller.actor}` : ''),
    allowList: ({ known: caller }) => caller === undefined,
    enableDraftSpec: true,
    errorResponseBuilder: (_request, { max, ttl }) => tooMany(max, ttl, ''),
  });
  if (unknown === 0) return async () => undefined;
  const count = app.createRateLimit({
    max: unknown,
    timeWindow: 60_000,
    keyGenerator: addressOf,
    allowList: () => false,
  });
  return async (request) => {
    const counted = await count(request);
    return !counted.isAllowed && counted.isExceeded
      ? tooMany(counted.max, counted.ttl, ' without a valid credential from this address')
      : undefined;
  };
}
