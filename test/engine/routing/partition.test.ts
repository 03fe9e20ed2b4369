import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cheaperPartition } from '../../../src/engine/routing/partition/cheapest.ts';
import type { Sets } from '../../../src/engine/routing/partition/sets.ts';
import { runs } from '../../support/random-cases.ts';

const ELEMENTS = 8;
/** Elements as bits. */
const ALL = 2 ** ELEMENTS - 1;

const someSets = fc.array(
  fc.record({ bits: fc.integer({ min: 1, max: ALL }), cost: fc.integer({ min: 1, max: 50 }) }),
  {
    maxLength: 40,
  },
);

function setsOf(list: readonly { readonly bits: number; readonly cost: number }[]): Sets {
  const elements = list.map(({ bits }) => [...Array(ELEMENTS).keys()].filter((at) => (bits >> at) & 1));
  const starts = new Int32Array(list.length + 1);
  elements.forEach((each, at) => {
    starts[at + 1] = starts[at]! + each.length;
  });
  return { cost: Float64Array.from(list, ({ cost }) => cost), starts, elements: Int32Array.from(elements.flat()) };
}

/** What the cheapest partition costs, by trying all. */
function least(list: readonly { readonly bits: number; readonly cost: number }[], covered = 0): number {
  if (covered === ALL) return 0;
  const next = [...Array(ELEMENTS).keys()].find((at) => ((covered >> at) & 1) === 0)!;
  let best = Number.POSITIVE_INFINITY;
  for (const { bits, cost } of list)
    if ((bits >> next) & 1 && (bits & covered) === 0) best = Math.min(best, cost + least(list, covered | bits));
  return best;
}

test('the cheapest partition is found, or none where the known one is the cheapest', () => {
  fc.assert(
    fc.property(someSets, fc.integer({ min: 1, max: 40 }), (some, price) => {
      const single = [...Array(ELEMENTS).keys()].map((at) => ({ bits: 1 << at, cost: price }));
      const list = [...single, ...some];
      const known = single.map((_, at) => at);
      const prices = new Float64Array(ELEMENTS);
      // The second time it begins with the prices of the first.
      for (let time = 0; time < 2; time++) {
        const found = cheaperPartition(setsOf(list), known, prices);
        const chosen = (found ?? known).map((at) => list[at]!);
        expect(chosen.reduce((sum, { bits }) => sum + bits, 0)).toBe(ALL);
        expect(chosen.reduce((sum, { bits }) => sum | bits, 0)).toBe(ALL);
        expect(chosen.reduce((sum, { cost }) => sum + cost, 0)).toBe(least(list));
        expect(found === undefined).toBe(least(list) === ELEMENTS * price);
      }
    }),
    { numRuns: runs(300, 5000) },
  );
}, 60_000);
