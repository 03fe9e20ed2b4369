import { describe, expect, test } from 'vitest';
import { estimatedRoute, legsToDrive, roadRoute } from '../../../src/engine/travel/day-route.ts';

const home = { lat: 51.05, lon: 3.72 };
const antwerp = { lat: 51.22, lon: 4.4 };
const brussels = { lat: 50.85, lon: 4.35 };
const stops = [
  { id: 1, place: antwerp },
  { id: 2, place: null },
  { id: 3, place: brussels },
];

describe('the route of a day', () => {
  test('skips a stop without coordinates and ends at home', () => {
    expect(legsToDrive(home, stops)).toEqual([
      { from: home, to: antwerp },
      { from: antwerp, to: brussels },
      { from: brussels, to: home },
    ]);
    const route = estimatedRoute(home, stops);
    expect(route.stops.map(({ appointmentId, travel }) => [appointmentId, travel === null])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    expect(route.back).not.toBeNull();
  });

  test('has no leg to a hidden stop, none from it, and does not list it', () => {
    const hidden = [stops[0] as (typeof stops)[0], { id: 9, place: 'hidden' as const }, ...stops.slice(2)];
    const route = estimatedRoute(home, hidden);
    expect(legsToDrive(home, hidden)).toEqual([
      { from: home, to: antwerp },
      { from: brussels, to: home },
    ]);
    expect(route.stops.map(({ appointmentId, travel }) => [appointmentId, travel === null])).toEqual([
      [1, false],
      [3, true],
    ]);
    expect(estimatedRoute(home, [{ id: 9, place: 'hidden' }])).toMatchObject({ stops: [], back: null, seconds: 0 });
  });

  test('without a home has no trip out and none back; without stops it has no legs', () => {
    expect(legsToDrive(null, stops)).toEqual([{ from: antwerp, to: brussels }]);
    expect(estimatedRoute(home, [])).toEqual({ stops: [], back: null, metres: 0, seconds: 0, estimated: false });
  });

  test('takes known legs in their order, and the estimate for the others', () => {
    const leg = { km: 70, minutes: 61.2 };
    const mixed = roadRoute(home, stops, [leg, undefined, leg]);
    expect(mixed.source).toBe('mixed');
    expect([mixed.stops[0]?.travel, mixed.back]).toEqual(
      new Array(2).fill({ metres: 70_000, seconds: 62 * 60, estimated: false }),
    );
    expect(mixed.stops[2]?.travel).toEqual(estimatedRoute(home, stops).stops[2]?.travel);
    expect(roadRoute(home, stops, [leg, leg, leg])).toMatchObject({
      source: 'roads',
      metres: 210_000,
      estimated: false,
    });
    expect([mixed.estimated, mixed.stops[2]?.travel?.estimated]).toEqual([true, true]);
    expect(roadRoute(home, stops, [])).toEqual({ ...estimatedRoute(home, stops), source: 'estimate' });
  });
});
