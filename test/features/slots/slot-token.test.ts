import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SlotRequest } from '../../../src/engine/recommendation/slot-request.ts';
import { SlotTokens } from '../../../src/features/slots/slot-token.ts';
import { makeSealer } from '../../../src/platform/sealer.ts';

const tokensOf = (secret: string): SlotTokens => {
  const bytes = new TextEncoder().encode(secret);
  return new SlotTokens(makeSealer(bytes), bytes);
};
const tokens = tokensOf('a secret that only this test uses');

const request: SlotRequest = {
  start: 1_780_000_000_000,
  end: 1_781_000_000_000,
  workMs: null,
  requirements: ['Welding'],
  certificates: [],
  location: { lat: 50.85, lon: 4.35 },
  fromHome: false,
  maxKm: undefined,
  grid: 15,
  timeZone: 'Europe/Brussels',
  limit: 50,
  perResource: 5,
  among: [],
  preferred: [],
  excluded: [],
  customer: undefined,
  importance: 1,
  weights: new Map([['travel', 2]]),
  waived: undefined,
  task: undefined,
};
const shared = { tenantId: 7, workMs: 5_400_000, request };
const minute = 29_700_000;
const [one, other] = tokens.seal(shared, [
  { resourceId: 11, minute },
  { resourceId: 12, minute },
]) as [string, string];
const isOpened = (token: string): boolean => {
  try {
    tokens.open(7, token);
    return true;
  } catch {
    return false;
  }
};

describe('the token of a slot', () => {
  test('gives back the slot and what was asked, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.integer({ min: 0, max: 200_000_000 }),
        fc.integer({ min: 1, max: 10 ** 10 }),
        (resourceId, start, workMs) => {
          const [token = ''] = tokens.seal({ ...shared, workMs }, [{ resourceId, minute: start }]);
          expect(tokens.open(7, token)).toEqual({
            slot: { tenantId: 7, resourceId, start: start * 60_000, end: start * 60_000 + workMs },
            request,
          });
        },
      ),
      { numRuns: 50 },
    );
  });

  test('is the same for the same slot, alone or among others', () => {
    expect(tokens.seal(shared, [{ resourceId: 12, minute }])).toEqual([other]);
    expect(one).not.toBe(other);
  });

  test('of which any letter is changed, added or missing is none', () => {
    fc.assert(
      fc.property(fc.nat(one.length - 1), fc.constantFrom('A', 'w', '-', '.', '='), (at, letter) => {
        const changed = one.slice(0, at) + letter + one.slice(at + 1);
        if (changed !== one) expect(isOpened(changed), changed).toBe(false);
        expect(isOpened(one.slice(0, at))).toBe(false);
        expect(isOpened(one.slice(0, at) + one.slice(at + 1))).toBe(false);
      }),
    );
    expect(isOpened(`${one}A`)).toBe(false);
    expect(isOpened(one)).toBe(true);
  });

  test('cannot be put together from two: neither slots and marks, nor slots and questions', () => {
    const partsOf = (token: string): string[] => [
      token.split('.').slice(0, -2).join('.'),
      ...token.split('.').slice(-2),
    ];
    const [longer = ''] = tokens.seal({ ...shared, workMs: 1 }, [{ resourceId: 11, minute }]);
    const mixtures = fc.sample(
      fc.tuple(...[0, 1, 2].map((part) => fc.constantFrom(one, other, longer).map((token) => partsOf(token)[part]))),
      200,
    );
    const strange = mixtures.map((parts) => parts.join('.')).filter((token) => ![one, other, longer].includes(token));
    expect(strange.length).toBeGreaterThan(0);
    expect(strange.filter(isOpened)).toEqual([]);
  });

  test('means nothing to another tenant, nor under another secret', () => {
    expect(() => tokens.open(8, one)).toThrow('is not the token of a slot');
    expect(() => tokensOf('another secret').open(7, one)).toThrow('is not the token of a slot');
  });
});
