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

  test('is short, and gives back what differs from what is usual', () => {
    const nothing = { requirements: [], certificates: [], latest: false, resources: false, dependencies: false };
    const usual = { ...request, waived: nothing, requirements: [], weights: undefined };
    const unusual = {
      ...usual,
      grid: 5,
      limit: 3,
      perResource: 1,
      fromHome: true,
      waived: { ...nothing, latest: true },
    };
    const opened = (each: SlotRequest): SlotRequest => {
      const [token = ''] = tokens.seal({ ...shared, request: each }, [{ resourceId: 1, minute }]);
      return tokens.open(7, token).request;
    };
    expect(opened(usual)).toEqual({ ...usual, waived: undefined });
    expect(opened(unusual)).toEqual(unusual);
    const [token = ''] = tokens.seal({ ...shared, request: usual }, [{ resourceId: 1, minute }]);
    expect(token.length).toBeLessThan(330);
  });

  test('has one spelling of its numbers', () => {
    const [asked, slot, mark] = [one.split('.').slice(0, -2).join('.'), ...one.split('.').slice(-2)];
    expect(isOpened(`${asked}.${slot}.${mark}`)).toBe(true);
    expect(isOpened(`${asked}.0${slot}.${mark}`)).toBe(false);
  });

  test('that was given out by an earlier version opens', () => {
    const earlier =
      'v1.sT-EWOUWb-FAJbxk3U0HpuxzCkaxvvnhfNJ2s5Q356omBarFxRVCIy_mJUJ62aWv2qrmHbdySpI3ZCuXk7r5DAB205QdAC5pFRQgbC2a7hMdUofGYu16mKO8aaxU1rbMQiRf0cUrrS3kW7ESLnOr36HSVmdM9S4E6RDXgy6fY65mbM2m4qwRNFroRvrgT7G6PSNMIlG4UmWvH1-7iPXgDFvDVvSEuWR9HEn_wQaWxNvAX2pyE23wWtDF9ZgxpN2e26U__EXwMhJ1QlYdwzWiCEo48pILvzIcT40koe8ZiVux1QHcklIx4hgEjMmyjW12pqZoEhReSotytXjPsoPZ1Wea77QQv64t6jxFwZrb0Z6W.b-hoko0.Hv3MEMcXqEp6e5ycL6abnA';
    expect(tokens.open(7, earlier)).toEqual({
      slot: { tenantId: 7, resourceId: 11, start: minute * 60_000, end: minute * 60_000 + 5_400_000 },
      request,
    });
  });

  test('means nothing to another tenant, nor under another secret', () => {
    expect(() => tokens.open(8, one)).toThrow('is not the token of a slot');
    expect(() => tokensOf('another secret').open(7, one)).toThrow('is not the token of a slot');
  });
});
