import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORGET_AFTER_SECONDS, waitSeconds } from '../../src/domain/login-throttle.ts';

const NOW = Date.UTC(2026, 2, 28, 12);
const subject = fc.constantFrom('account' as const, 'address' as const);
const failures = fc.nat({ max: 1_000_000 });

describe('failed logins', () => {
  test('the first five are free for an account, fifty for an address', () => {
    expect(waitSeconds('account', 4, NOW, NOW)).toBe(0);
    expect(waitSeconds('account', 5, NOW, NOW)).toBe(1);
    expect(waitSeconds('address', 49, NOW, NOW)).toBe(0);
    expect(waitSeconds('address', 50, NOW, NOW)).toBe(1);
  });

  test('then the wait doubles up to five minutes', () => {
    expect([6, 7, 8, 12, 13, 14, 1000].map((n) => waitSeconds('account', n, NOW, NOW))).toEqual([
      2, 4, 8, 128, 256, 300, 300,
    ]);
  });

  test('time that has passed counts, and the wait is given in whole seconds that suffice', () => {
    expect(waitSeconds('account', 8, NOW, NOW + 1500)).toBe(7);
    expect(waitSeconds('account', 8, NOW, NOW + 7999)).toBe(1);
    expect(waitSeconds('account', 8, NOW, NOW + 8000)).toBe(0);
  });

  test('who waits as long as told may go ahead', () => {
    fc.assert(
      fc.property(subject, failures, fc.nat({ max: 400_000 }), (who, count, since) => {
        const wait = waitSeconds(who, count, NOW, NOW + since);
        expect(waitSeconds(who, count, NOW, NOW + since + wait * 1000)).toBe(0);
      }),
    );
  });

  test('nobody is shut out for good: no wait is longer than five minutes, or lasts beyond an hour', () => {
    fc.assert(
      fc.property(subject, failures, fc.nat({ max: 7_200_000 }), (who, count, since) => {
        const wait = waitSeconds(who, count, NOW, NOW + since);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(300);
        if (since > FORGET_AFTER_SECONDS * 1000) expect(wait).toBe(0);
      }),
    );
  });

  test('more failures never wait less', () => {
    fc.assert(
      fc.property(subject, failures, fc.nat({ max: 400_000 }), (who, count, since) => {
        expect(waitSeconds(who, count + 1, NOW, NOW + since)).toBeGreaterThanOrEqual(
          waitSeconds(who, count, NOW, NOW + since),
        );
      }),
    );
  });
});
