import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lagAsTyped, secondsOfLag } from '../../../web/src/dependencies/lag.ts';
import {
  type DependencyValues,
  faultsOf,
  NEW_RELATION,
  RELATIONS,
  relationFormOf,
  relationOf,
  valuesOf,
} from '../../../web/src/dependencies/relation.ts';

const MOST = 1_000_000_000;

describe('a lag', () => {
  test.each([
    ['1:30', 5400],
    ['48:00', 172_800],
    ['-0:15', -900],
    ['−2', -7200],
    ['1.5', 5400],
    ['1,25', 4500],
    ['0:00:45', 45],
    ['-0', 0],
    [' 3 ', 10_800],
  ])('typed as %s is %d seconds', (typed, seconds) => {
    expect(secondsOfLag(typed)).toBe(seconds);
  });

  test.each(['', 'soon', '1:60', '1:5', ':30', '--1', '1e3', '277778', '1:30:99'])('is not typed as %j', (typed) => {
    expect(secondsOfLag(typed)).toBeUndefined();
  });

  test('of any length that the service accepts is shown so that it can be typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: -MOST, max: MOST }), (seconds) => {
        expect(secondsOfLag(lagAsTyped(seconds))).toBe(seconds);
      }),
    );
  });
});

describe('the inputs of a dependency', () => {
  test('give back what is stored', () => {
    const values = fc
      .record({
        type: fc.integer({ min: 0, max: 3 }),
        lagInSeconds: fc.oneof(fc.constant(0), fc.integer({ min: -100_000, max: 100_000 })),
        beyond: fc.option(fc.oneof(fc.constant(0), fc.nat(100_000))),
      })
      .map(
        ({ beyond, ...rest }): DependencyValues => ({
          ...rest,
          maxLagInSeconds: beyond === null ? null : rest.lagInSeconds + beyond,
        }),
      );
    fc.assert(
      fc.property(values, (stored) => {
        expect(valuesOf(relationFormOf(stored))).toEqual(stored);
      }),
    );
  });

  test('say in a word of their own that two start or end at the same time', () => {
    const at = (type: number, lagInSeconds: number, maxLagInSeconds: number | null) =>
      relationOf({ type, lagInSeconds, maxLagInSeconds });
    expect([at(1, 0, 0), at(2, 0, 0)]).toEqual(['startTogether', 'endTogether']);
    expect([at(1, 0, null), at(1, 0, 60), at(2, -60, 0)]).toEqual(['startToStart', 'startToStart', 'endToEnd']);
    expect([at(0, 0, 0), at(3, 0, 0)]).toEqual(['endToStart', 'startToEnd']);
  });

  test('ignore lags that were typed before both start together', () => {
    const form = { relation: 'startTogether', lag: 'soon', maxLag: '9' } as const;
    expect(faultsOf(form)).toEqual({});
    expect(valuesOf(form)).toEqual({ type: 1, lagInSeconds: 0, maxLagInSeconds: 0 });
  });

  test('refuse what the service refuses: no time, and a maximum below the minimum', () => {
    expect(faultsOf({ ...NEW_RELATION, lag: '' })).toEqual({ lag: 'noLag' });
    expect(faultsOf({ ...NEW_RELATION, maxLag: 'x' })).toEqual({ maxLag: 'noLag' });
    expect(faultsOf({ ...NEW_RELATION, lag: '2:00', maxLag: '1:59' })).toEqual({ maxLag: 'belowLag' });
    expect(valuesOf({ ...NEW_RELATION, lag: '2:00', maxLag: '1:59' })).toBeUndefined();
    expect(valuesOf({ ...NEW_RELATION, lag: '2:00', maxLag: '2:00' })).toMatchObject({ maxLagInSeconds: 7200 });
  });

  test('know the four types in the order of the interface', () => {
    expect(RELATIONS.slice(0, 4).map((relation) => valuesOf({ ...NEW_RELATION, relation })?.type)).toEqual([
      0, 1, 2, 3,
    ]);
  });
});
