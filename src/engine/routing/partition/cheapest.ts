import { Branching } from './branching.ts';
import { improvePrices, sum, tightenPrices } from './prices.ts';
import { reducedCost, type Sets } from './sets.ts';

/** Beyond so many, the least promising sets are left out. */
const MOST_SETS = 3000;

/**
 * Sets that have each element once and cost less than those that are known, or undefined if none are found. Elements get prices of which no
 * partition can cost much less: a set that is dearer than its elements by more than what is left to gain cannot be part of a better one. Usually
 * a tenth of the sets remains, few enough to try them. `price` has the prices of the last time, or 0, and then those of this time.
 */
export function cheaperPartition(
  sets: Sets,
  known: readonly number[],
  price: Float64Array,
): readonly number[] | undefined {
  const { cost, starts, elements } = sets;
  let upper = 0;
  for (const set of known) upper += cost[set] as number;
  if (price.every((each) => each === 0))
    for (const set of known) {
      const [first, end] = [starts[set] as number, starts[set + 1] as number];
      for (let at = first; at < end; at++) price[elements[at] as number] = (cost[set] as number) / (end - first);
    }
  improvePrices(sets, price, upper, known.length);
  const rough = cost.map((_, set) => reducedCost(sets, price, set));
  let bound = sum(price);
  for (const each of rough) if (each < 0) bound += each;
  const few = Int32Array.from(cost.keys()).filter((set) => (rough[set] as number) < upper - bound);
  const tight = price.slice();
  tightenPrices(sets, few, tight);
  const extra = new Float64Array(cost.length);
  for (const set of few) extra[set] = Math.max(0, reducedCost(sets, tight, set));
  const most = upper - sum(tight) - 1e-6;
  const list = few.filter((set) => (extra[set] as number) < most);
  list.sort((a, b) => (extra[a] as number) - (extra[b] as number) || a - b);
  return new Branching(sets, price.length, extra).run(list.subarray(0, MOST_SETS), most);
}
