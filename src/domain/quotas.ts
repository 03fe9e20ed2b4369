import type { ErrorCode } from './error-catalogue.ts';

/**
 * How many long-lived things a tenant and a single credential may have at a time. A credential is known by its actor: `key:ERP` or
 * `user:anna@example.com`, so API keys of one name share a quota. docs/reference/quotas.md is generated from this list.
 */
export interface Quota {
  /** In the plural, as messages name them. */
  readonly things: string;
  readonly tenant: number;
  readonly credential: number;
  /** What is in the database is counted over all nodes; connections are counted by the node that holds them. */
  readonly counted: 'database' | 'node';
  readonly code: ErrorCode;
  /** What the caller can do about it. */
  readonly remedy: string;
}

export const quotas = {
  cursor: {
    things: 'cursors',
    tenant: 100,
    credential: 50,
    counted: 'database',
    code: 'APP039',
    remedy: 'Delete cursors that are no longer read: DELETE /cursors/{name}.',
  },
  webhook: {
    things: 'webhooks',
    tenant: 100,
    credential: 50,
    counted: 'database',
    code: 'APP039',
    remedy: 'Delete webhooks that are no longer needed: DELETE /webhooks/{event}/{id}.',
  },
  connector: {
    things: 'connectors',
    tenant: 100,
    credential: 50,
    counted: 'database',
    code: 'APP039',
    remedy: 'Delete connectors that are no longer needed: DELETE /connector.',
  },
  calendarFeed: {
    things: 'calendar feeds',
    tenant: 20_000,
    credential: 10_000,
    counted: 'database',
    code: 'APP039',
    remedy: 'End feeds that are no longer used: DELETE /calendarFeed/{id}.',
  },
  hold: {
    things: 'held slots',
    tenant: 2000,
    credential: 500,
    counted: 'database',
    code: 'APP039',
    remedy: 'Book or release held slots, or wait until they expire.',
  },
  pendingPart: {
    things: 'parts that wait for their record',
    tenant: 100_000,
    credential: 100_000,
    counted: 'database',
    code: 'APP039',
    remedy: 'Send the records that they belong to, or delete the parts: GET /pendingPart lists them.',
  },
  run: {
    things: 'optimization runs that have not ended',
    tenant: 20,
    credential: 10,
    counted: 'database',
    code: 'APP031',
    remedy: 'Wait until a run has ended, or cancel one: DELETE /optimization/{id}.',
  },
  stream: {
    things: 'open streams and waiting requests',
    tenant: 5000,
    credential: 500,
    counted: 'node',
    code: 'APP027',
    remedy: 'Close streams that are no longer read, or connect to another node.',
  },
} as const satisfies Record<string, Quota>;

export type QuotaName = keyof typeof quotas;
export interface QuotaLimit {
  readonly tenant: number;
  readonly credential: number;
}
export type QuotaLimits = Readonly<Record<QuotaName, QuotaLimit>>;

export const quotaNames = Object.keys(quotas) as QuotaName[];
export const usualQuotas: QuotaLimits = { ...quotas };

const MOST = 1_000_000;

/** The limits with those that the operator sets: `cursor=200/100, run=40/20`, per tenant and per credential. */
export function readQuotas(text: string): { value: QuotaLimits } | { wrong: string } {
  const limits: Record<QuotaName, QuotaLimit> = { ...usualQuotas };
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const [, name = '', tenant, credential] = /^(\w+)\s*=\s*(\d{1,7})\/(\d{1,7})$/.exec(part) ?? [];
    const known = quotaNames.find((each) => each.toLowerCase() === name.toLowerCase());
    if (!known)
      return { wrong: `must be a list such as cursor=200/100,run=40/20, with names of ${quotaNames.join(', ')}` };
    const limit = { tenant: Number(tenant), credential: Number(credential) };
    if (!(limit.credential >= 1 && limit.credential <= limit.tenant && limit.tenant <= MOST))
      return { wrong: `must have limits from 1 to ${MOST}, that of a credential not above that of the tenant` };
    limits[known] = limit;
  }
  return { value: limits };
}

/** What is wrong with having so many, counted with the new one; undefined when they are within the limit. */
export function beyondQuota(
  name: QuotaName,
  limits: QuotaLimits,
  count: QuotaLimit,
): { readonly code: ErrorCode; readonly message: string } | undefined {
  const { things, code, counted, remedy } = quotas[name];
  const where = counted === 'node' ? ' on this node' : '';
  const limit = limits[name];
  const message =
    count.credential > limit.credential
      ? `Quota ${name}: this credential has ${limit.credential} ${things}${where}, which is its limit. ${remedy}`
      : count.tenant > limit.tenant
        ? `Quota ${name}: the tenant has ${limit.tenant} ${things}${where}, which is its limit. ${remedy}`
        : undefined;
  return message === undefined ? undefined : { code, message };
}
