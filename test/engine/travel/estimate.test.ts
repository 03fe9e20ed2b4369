import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LONGEST_ROAD, roadKm, roadMinutes, straightKm } from '../../../src/engine/travel/estimate.ts';

const km = () => fc.double({ min: 0, max: 2000, noNaN: true });
const more = () => fc.double({ min: 0, max: 50, noNaN: true });

test.each([
  [1, 1.39],
  [5, 1.36],
  [20, 1.3],
  [60, 1.25],
  [100, 1.233],
  [500, 1.208],
])('a straight line of %d km is %d times as long by road', (straight, factor) => {
  expect(roadKm(straight) / straight).toBeCloseTo(factor, 2);
});

test('a longer straight line is longer by road, by at least as much, and never by more than four tenths', () => {
  fc.assert(
    fc.property(km(), more(), (straight, further) => {
      const added = roadKm(straight + further) - roadKm(straight);
      expect(added).toBeGreaterThanOrEqual(1.2 * further - 1e-6);
      expect(added).toBeLessThanOrEqual(1.4 * further + 1e-6);
    }),
  );
  expect(roadKm(0)).toBe(0);
  expect(roadKm(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
});

test('a longer trip is never quicker', () => {
  fc.assert(
    fc.property(km(), more(), (straight, further) => {
      expect(roadMinutes(straight + further)).toBeGreaterThanOrEqual(roadMinutes(straight));
    }),
  );
});

test('no trip within a day takes longer than the bound that statements use', () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
  fc.assert(
    fc.property(degrees(84), degrees(175), degrees(5), degrees(5), (lat, lon, north, east) => {
      const minutes = roadMinutes(straightKm(lat, lon, lat + north, lon + east));
      expect(minutes).toBeLessThanOrEqual(LONGEST_ROAD.start + LONGEST_ROAD.perDegree * Math.hypot(north, east));
    }),
  );
});
