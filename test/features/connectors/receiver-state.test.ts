import { describe, expect, test } from 'vitest';
import { errorReasonOf, type ReceiverFacts, receiverState } from '../../../src/domain/receiver-state.ts';

const healthy: ReceiverFacts = {
  enabled: true,
  isSupported: true,
  pausedAt: null,
  suspendedAt: null,
  failingSince: null,
  retrying: 0,
  dead: 0,
  lastSuccessAt: 1,
};

describe('the state of a receiver', () => {
  test.each([
    ['healthy', {}],
    ['neverUsed', { lastSuccessAt: null }],
    ['failedDeliveries', { dead: 1, lastSuccessAt: null }],
    ['retrying', { retrying: 1, dead: 1 }],
    ['failing', { failingSince: 1, retrying: 1 }],
    ['paused', { pausedAt: 1, failingSince: 1 }],
    ['suspended', { suspendedAt: 1, pausedAt: 1 }],
    ['disabled', { enabled: false, suspendedAt: 1 }],
    ['notSupported', { isSupported: false, enabled: false }],
  ] as const)('is %s', (expected, facts) => {
    expect(receiverState({ ...healthy, ...facts })).toBe(expected);
  });

  test.each([
    [401, 'credentials'],
    [404, 'notFound'],
    [422, 'content'],
    [429, 'overloaded'],
    [500, 'serverError'],
    [503, 'overloaded'],
    [302, 'redirect'],
    [418, 'other'],
  ])('a response %i is explained as %s', (status, reason) => {
    expect(errorReasonOf(status)).toBe(reason);
  });
});
