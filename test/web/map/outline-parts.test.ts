import { expect, test } from 'vitest';
import { partsOf, partsWithin } from '../../../web/src/map-view/outline-parts.ts';

const square = (x: number, y: number, size: number): number[][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

test('polygons of countries are taken apart, with their bounds and holes, and those in an area are found', () => {
  const parts = partsOf({
    features: [
      { geometry: { type: 'Polygon', coordinates: [square(2, 49, 4), square(3, 50, 1)] } },
      { geometry: { type: 'MultiPolygon', coordinates: [[square(-5, 42, 10)], [square(55, -21, 1)]] } },
      { geometry: { type: 'Point', coordinates: [0, 0] } },
      { geometry: null },
    ],
  });
  expect(parts.map(({ west, south, east, north, rings }) => [west, south, east, north, rings.length])).toEqual([
    [2, 49, 6, 53, 2],
    [-5, 42, 5, 52, 1],
    [55, -21, 56, -20, 1],
  ]);
  const within = (west: number, south: number, east: number, north: number): number[] =>
    partsWithin(parts, { west, south, east, north }).map((part) => parts.indexOf(part));
  expect(within(3, 50, 4, 51)).toEqual([0, 1]);
  expect(within(5.5, 52.5, 9, 55)).toEqual([0]);
  expect(within(50, -25, 60, -15)).toEqual([2]);
  expect(within(100, 0, 110, 10)).toEqual([]);
});
