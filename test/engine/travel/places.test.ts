import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nowhere, type Place, roadMinutes, straightKm } from '../../../src/engine/travel/estimate.ts';
import { Places, UNKNOWN_PLACE } from '../../../src/engine/travel/places.ts';

/** Few enough that some are equal, and more than fit before the table grows. */
const place = fc.record({
  lat: fc.integer({ min: 0, max: 20 }).map((n) => 50 + n / 20),
  lon: fc.integer({ min: 0, max: 20 }).map((n) => 4 + n / 20),
});
const places = fc.array(place, { maxLength: 400 });

describe('places', () => {
  test('have one number each, from which they are found again', () => {
    fc.assert(
      fc.property(places, (list) => {
        const numbered = new Places();
        const numbers = list.map((each) => numbered.numberOf(each));
        for (const [at, each] of list.entries()) {
          expect(numbered.at(numbers[at] as number)).toEqual(each);
          expect(numbered.numberOf({ ...each })).toBe(numbers[at]);
        }
        expect(new Set(numbers).size).toBe(new Set(list.map(({ lat, lon }) => `${lat}/${lon}`)).size);
      }),
    );
  });

  test('that are not known have the same number', () => {
    const numbered = new Places();
    for (const each of [nowhere, { lat: 50, lon: Number.NaN }, { lat: Number.NaN, lon: 4 }])
      expect(numbered.numberOf(each)).toBe(UNKNOWN_PLACE);
    expect(numbered.at(UNKNOWN_PLACE)).toEqual(nowhere);
  });

  test('are as far from a place as the estimate says, also those that came later and after another place was asked for', () => {
    fc.assert(
      fc.property(places, places, place, place, (list, later, one, other) => {
        const numbered = new Places();
        const check = (known: readonly Place[], asked: Place): void => {
          for (const each of known) {
            const number = numbered.numberOf(each);
            const legs = numbered.legsTo(asked);
            const straight = straightKm(each.lat, each.lon, asked.lat, asked.lon);
            if ((legs.wholeMinutes[number] as number) < 0) legs.measure(number);
            expect(legs.straightKm[number]).toBe(straight);
            expect(legs.minutes[number]).toBe(roadMinutes(straight));
            expect(legs.wholeMinutes[number]).toBe(Math.ceil(roadMinutes(straight)));
          }
        };
        check(list, one);
        check(list, other);
        check([...list, ...later], other);
        check(list, one);
      }),
      { numRuns: 50 },
    );
  });
});
