import { expect, test } from 'vitest';
import type { Roads } from '../../../src/domain/travel.ts';
import { travelTable } from '../../../src/engine/routing/travel-table.ts';
import { travelData, travelTimesBetween } from '../../../src/features/planning/travel.ts';

const here = { lat: 50.85, lon: 4.35 };
const there = { lat: 50.95, lon: 4.45 };
const far = { lat: 51.2, lon: 4.4 };
/** Knows the ways from some places. */
const roadsFrom = (known: readonly (typeof here)[]): Roads & { asked: number } => {
  const roads = {
    asked: 0,
    legs: async (ways: Parameters<Roads['legs']>[0]) => {
      roads.asked += ways.length;
      return ways.map(({ from }) =>
        known.some((each) => each.lat === from.lat) ? { km: 12.3456, minutes: 20.1 } : undefined,
      );
    },
  };
  return roads;
};
const tableBy = async (roads: Roads | undefined, places = [here, there, far]) => {
  const ways = await travelTimesBetween(roads, places);
  return { source: ways.source, table: travelTable(await travelData(places, ways)) };
};

test('ways are those of the service of roads where it knows them, in whole minutes', async () => {
  const { source, table } = await tableBy(roadsFrom([here, there, far]));
  expect(source).toBe('roads');
  expect([table.seconds(0, 1), table.metres(0, 1), table.seconds(1, 1), table.places]).toEqual([1260, 12_346, 0, 3]);
});

test('where it knows only some, or none, the estimate holds for the rest, and the source says so', async () => {
  const some = await tableBy(roadsFrom([here]));
  expect(some.source).toBe('mixed');
  expect(some.table.seconds(0, 1)).toBe(1260);
  const plain = await tableBy(undefined);
  expect(plain.source).toBe('estimate');
  expect(some.table.seconds(1, 0)).toBe(plain.table.seconds(1, 0));
  expect((await tableBy(roadsFrom([]))).source).toBe('estimate');
  expect(plain.table.seconds(0, 1) % 60).toBe(0);
  expect(plain.table.metres(0, 1)).toBeGreaterThan(10_000);
});

test('a table that would take the service too long is estimated', async () => {
  const roads = roadsFrom([]);
  const places = Array.from({ length: 151 }, (_, i) => ({ lat: 50 + i / 1000, lon: 4 }));
  expect((await tableBy(roads, places)).source).toBe('estimate');
  expect(roads.asked).toBe(0);
});

test('trips computed on demand equal those of the table', async () => {
  const spots = [here, there, far, here];
  const { table } = await tableBy(undefined, spots);
  const lazy = travelTable({ spots });
  for (let a = 0; a < spots.length; a++)
    for (let b = 0; b < spots.length; b++)
      expect([lazy.seconds(a, b), lazy.metres(a, b)]).toEqual([table.seconds(a, b), table.metres(a, b)]);
});
