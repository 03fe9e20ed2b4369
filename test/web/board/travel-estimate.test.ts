import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roadMinutes, straightKm } from '../../../src/engine/travel/estimate.ts';
import { missingTravelMinutes, travelMinutes } from '../../../web/src/board/travel-estimate.ts';
import { runs } from '../../support/random-cases.ts';

const MINUTE = 60_000;
const brussels = { lat: 50.85, lon: 4.35 };
const ghent = { lat: 51.05, lon: 3.72 };

test('the board estimates travel times as the service does', () => {
  const site = fc.record({
    lat: fc.double({ min: -66, max: 66, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const offset = fc.double({ min: -3, max: 3, noNaN: true });
  fc.assert(
    fc.property(site, offset, offset, (from, north, east) => {
      const lon = from.lon + east;
      const to = { lat: from.lat + north, lon: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon };
      const service = roadMinutes(straightKm(from.lat, from.lon, to.lat, to.lon));
      expect(Math.abs(travelMinutes(from, to) - service)).toBeLessThan(0.01 * service + 1e-6);
    }),
    { numRuns: runs(200, 1000) },
  );
});

describe('time between two appointments', () => {
  const visit = (start: number, end: number, site: typeof ghent | null) => ({
    start: start * MINUTE,
    end: end * MINUTE,
    site,
  });
  const travel = travelMinutes(brussels, ghent);

  test('is too short when it is less than the travel time', () => {
    const missing = missingTravelMinutes(visit(0, 60, brussels), visit(80, 120, ghent));
    expect(missing).toBeCloseTo(travel - 20, 6);
    expect(missingTravelMinutes(visit(0, 60, brussels), visit(60 + Math.ceil(travel), 200, ghent))).toBe(0);
  });

  test('is not checked without locations, for overlaps, over a night, and below a minute', () => {
    expect(missingTravelMinutes(visit(0, 60, null), visit(60, 120, ghent))).toBe(0);
    expect(missingTravelMinutes(visit(0, 60, brussels), visit(59, 120, ghent))).toBe(0);
    expect(missingTravelMinutes(visit(0, 60, brussels), visit(60 + 12 * 60, 900, { lat: -33, lon: 151 }))).toBe(0);
    expect(missingTravelMinutes(visit(0, 60, brussels), visit(60, 120, { lat: 50.851, lon: 4.35 }))).toBe(0);
  });
});
