/** The state of a connector or webhook, and why its last attempt failed. */
export const receiverStates = [
  'neverUsed',
  'healthy',
  'failing',
  'retrying',
  'failedDeliveries',
  'paused',
  'suspended',
  'disabled',
  'notSupported',
] as const;
export type ReceiverState = (typeof receiverStates)[number];

export interface ReceiverFacts {
  readonly enabled: boolean;
  /** Its settings cannot be delivered to. */
  readonly isSupported: boolean;
  readonly pausedAt: number | null;
  readonly suspendedAt: number | null;
  /** No delivery has succeeded since then. */
  readonly failingSince: number | null;
  /** Pending deliveries that failed at least once. */
  readonly retrying: number;
  readonly dead: number;
  readonly lastSuccessAt: number | null;
}

/** What a person decided comes first, then what is wrong now, then what was wrong before. */
export function receiverState(facts: ReceiverFacts): ReceiverState {
  if (!facts.isSupported) return 'notSupported';
  if (!facts.enabled) return 'disabled';
  if (facts.suspendedAt !== null) return 'suspended';
  if (facts.pausedAt !== null) return 'paused';
  if (facts.failingSince !== null) return 'failing';
  // It takes some deliveries and refuses others.
  if (facts.retrying > 0) return 'retrying';
  if (facts.dead > 0) return 'failedDeliveries';
  return facts.lastSuccessAt === null ? 'neverUsed' : 'healthy';
}

export const errorReasons = [
  'credentials',
  'notFound',
  'content',
  'overloaded',
  'serverError',
  'redirect',
  'timeout',
  'address',
  'connection',
  'other',
] as const;
export type ErrorReason = (typeof errorReasons)[number];

const BY_STATUS: Readonly<Record<number, ErrorReason>> = {
  400: 'content',
  401: 'credentials',
  403: 'credentials',
  404: 'notFound',
  405: 'notFound',
  408: 'timeout',
  409: 'content',
  410: 'notFound',
  413: 'content',
  422: 'content',
  429: 'overloaded',
  503: 'overloaded',
};

/** Why a receiver that returned this status did not take a delivery. */
export function errorReasonOf(status: number): ErrorReason {
  const known = BY_STATUS[status];
  if (known) return known;
  if (status >= 500) return 'serverError';
  return status >= 300 && status < 400 ? 'redirect' : 'other';
}
