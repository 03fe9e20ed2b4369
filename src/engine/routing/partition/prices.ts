import { reducedCost, type Sets } from './sets.ts';

const ROUNDS = 500;
/** Where sets are many, rounds between two looks at all; the others look at those that cost at most so much more than their elements, in shares of a set. */
const MANY = 1000;
const ALL_EACH = 5;
const CLOSE = 0.25;
/** Rounds without a better bound until the steps become smaller, and by how much. */
const PATIENCE = 30;
const SHORTER = 1.5;
/** A bound that is better by less, in shares of the cost, is no better. */
const NOTICED = 1e-4;
/** How much of the former direction a step keeps. */
const KEPT = 0.3;

/**
 * Improves prices of elements by subgradients, in place: what is in several sets that cost less than their elements becomes cheaper, what is in none
 * becomes dearer. With the best prices, a partition costs hardly more than all elements. `upper` is what a known partition of `parts` sets costs.
 */
export function improvePrices(sets: Sets, price: Float64Array, upper: number, parts: number): void {
  const { cost, starts, elements } = sets;
  const best = price.slice();
  const slope = new Float64Array(price.length);
  const way = new Float64Array(price.length);
  const close = new Int32Array(cost.length);
  const margin = (upper / parts) * CLOSE;
  let [count, highest, step, since] = [0, Number.NEGATIVE_INFINITY, 1, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const isAll = round % ALL_EACH === 0 || cost.length < MANY;
    const looked = isAll ? cost.length : count;
    if (isAll) count = 0;
    slope.fill(1);
    let bound = sum(price);
    for (let no = 0; no < looked; no++) {
      const set = isAll ? no : (close[no] as number);
      const reduced = reducedCost(sets, price, set);
      if (isAll && reduced < margin) close[count++] = set;
      if (reduced >= 0) continue;
      bound += reduced;
      for (let at = starts[set] as number, end = starts[set + 1] as number; at < end; at++) {
        const element = elements[at] as number;
        slope[element] = (slope[element] as number) - 1;
      }
    }
    // A bound counts only if all sets were looked at, and none is higher than a partition.
    if (isAll && bound > highest && bound <= upper * (1 + 1e-9)) {
      if (bound > highest + NOTICED * upper) since = 0;
      highest = bound;
      best.set(price);
    }
    if (++since > PATIENCE) {
      step /= SHORTER;
      since = 0;
      price.set(best);
      way.fill(0);
      continue;
    }
    let norm = 0;
    for (let at = 0; at < way.length; at++) {
      way[at] = KEPT * (way[at] as number) + (slope[at] as number);
      norm += (way[at] as number) ** 2;
    }
    if (norm === 0) break;
    const length = (step * Math.max(upper - bound, upper * 1e-3)) / norm;
    for (let at = 0; at < way.length; at++) price[at] = (price[at] as number) + length * (way[at] as number);
  }
  price.set(best);
}

/**
 * Changes prices, in place, until no set of a list costs less than its elements, and none of them can be dearer. Then a partition into these
 * sets costs as much as all elements, and what its sets cost more than theirs.
 */
export function tightenPrices(sets: Sets, list: Int32Array, price: Float64Array): void {
  const { starts, elements } = sets;
  for (const set of list) {
    const reduced = reducedCost(sets, price, set);
    if (reduced >= 0) continue;
    const [first, end] = [starts[set] as number, starts[set + 1] as number];
    for (let at = first; at < end; at++) {
      const element = elements[at] as number;
      price[element] = (price[element] as number) + reduced / (end - first);
    }
  }
  const reduced = Float64Array.from(list, (set) => reducedCost(sets, price, set));
  const setsWith: number[][] = Array.from(price, () => []);
  list.forEach((set, at) => {
    for (let no = starts[set] as number; no < (starts[set + 1] as number); no++)
      setsWith[elements[no] as number]?.push(at);
  });
  setsWith.forEach((own, element) => {
    let most = Number.POSITIVE_INFINITY;
    for (const at of own) most = Math.min(most, reduced[at] as number);
    if (most <= 0 || most === Number.POSITIVE_INFINITY) return;
    price[element] = (price[element] as number) + most;
    for (const at of own) reduced[at] = (reduced[at] as number) - most;
  });
}

export const sum = (list: Float64Array): number => {
  let all = 0;
  for (let at = 0; at < list.length; at++) all += list[at] as number;
  return all;
};
