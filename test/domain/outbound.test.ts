import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTrouble, pauseAfter, restAfter, takenAs, verdictOf, wants } from '../../src/domain/outbound.ts';

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

  test('tells a receiver in trouble from one that does not like the delivery', () => {
    expect([408, 429, 500, 503].map(isTrouble)).toEqual([true, true, true, true]);
    expect([400, 401, 404, 422, 302].some(isTrouble)).toBe(false);
  });
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
