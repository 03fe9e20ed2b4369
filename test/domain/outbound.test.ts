import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  failureText,
  GIVE_UP_AFTER_MS,
  isTrouble,
  mustRest,
  pauseAfter,
  restAfter,
  retryAfterMs,
  retryIn,
  takenAs,
  verdictOf,
  wants,
} from '../../src/domain/outbound.ts';

const chance = fc.double({ min: 0, max: 1, noNaN: true });
const failures = fc.integer({ min: 1, max: 200 });

describe('the pause before another attempt', () => {
  test('is about a second at first, and never more than an hour and a quarter', () => {
    fc.assert(fc.property(chance, (c) => pauseAfter(1, c) >= 750 && pauseAfter(1, c) <= 1250));
    fc.assert(fc.property(failures, chance, (n, c) => pauseAfter(n, c) > 0 && pauseAfter(n, c) <= 4_500_000));
  });

  test('grows with every failure until it is longest', () => {
    fc.assert(fc.property(failures, chance, (n, c) => pauseAfter(n + 1, c) >= pauseAfter(n, c)));
    expect(pauseAfter(4, 0.5)).toBe(8000);
  });

  test('of a whole receiver ends after some minutes', () => {
    fc.assert(fc.property(failures, chance, (n, c) => restAfter(n, c) <= 375_000));
  });
});

describe('an answer', () => {
  test.each([
    [200, 'delivered', 'processed'],
    [201, 'delivered', 'processed'],
    [204, 'delivered', 'processed'],
    [202, 'delivered', 'received'],
  ] as const)('%i is %s, and the appointment shows %s', (status, verdict, shown) => {
    expect([verdictOf(status), takenAs(status)]).toEqual([verdict, shown]);
  });

  test('of any other kind is tried again, but for 410', () => {
    for (const status of [301, 302, 304, 400, 401, 404, 409, 422, 429, 500, 502, 503])
      expect(verdictOf(status)).toBe('retry');
    expect(verdictOf(410)).toBe('gone');
  });

  test('distinguishes a failing receiver from one that refuses the delivery', () => {
    expect([408, 429, 500, 503].map(isTrouble)).toEqual([true, true, true, true]);
    expect([400, 401, 404, 422, 302].some(isTrouble)).toBe(false);
  });
});

describe('a delivery that failed', () => {
  test('is retried after its pause, or later if the receiver asks for that', () => {
    expect(retryIn({ attemptCount: 3, ageMs: 0 }, 0, 0.5)).toBe(pauseAfter(4, 0.5));
    expect(retryIn({ attemptCount: 3, ageMs: 0 }, 60_000, 0.5)).toBe(60_000);
  });

  test('is given up after three days, whatever the receiver asks for', () => {
    expect(retryIn({ attemptCount: 3, ageMs: GIVE_UP_AFTER_MS - 1 }, 0, 0.5)).toBe(8000);
    expect(retryIn({ attemptCount: 3, ageMs: GIVE_UP_AFTER_MS }, 60_000, 0.5)).toBeUndefined();
  });

  test('waits for as long as the receiver asks for, up to an hour', () => {
    expect([undefined, 30, 86_400].map(retryAfterMs)).toEqual([0, 30_000, 3_600_000]);
  });

  test('says what the receiver returned', () => {
    expect(failureText(500)).toBe('The receiver returned 500.');
    expect(failureText(302)).toBe('The receiver returned 302; redirects are not followed.');
  });
});

test('a receiver that reports trouble rests if it asks for it, reports it often, or had failed before', () => {
  expect(mustRest(0, 9, 0)).toBe(false);
  expect([mustRest(1, 1, 0), mustRest(0, 10, 0), mustRest(0, 1, 1)]).toEqual([true, true, true]);
});

test.each([
  [[], 'IUD'],
  [['I'], 'I'],
  [['u', 'd'], 'UD'],
  [['0', '2'], 'IU'],
  [['Created', 'deleted'], 'ID'],
  [['R'], 'IUD'],
  [['Read', 'Update'], 'U'],
] as const)('a connector with the crud types %j gets %s', (types, wanted) => {
  expect((['I', 'U', 'D'] as const).filter((action) => wants(types, action)).join('')).toBe(wanted);
});
