import type { Chance } from '../../../domain/random.ts';
import type { Layout } from '../layout/layout.ts';

/** In which order tasks are put back: each order favours another kind of task, and which one is best is unknown beforehand. */
type Key = (layout: Layout, unit: number) => number;

const first = ({ units }: Layout, unit: number): number => units.first[unit] as number;
const taskOf = ({ units, problem }: Layout, unit: number) =>
  problem.tasks[units.task[units.first[unit] as number] as number];

/** How far from where the routes start. */
function way(layout: Layout, unit: number): number {
  const { points, point, routes } = layout;
  const own = point[first(layout, unit)] as number;
  let sum = 0;
  for (let r = 0; r < routes.count; r++)
    sum += points.costTo[own * points.count + (points.start[r] as number)] as number;
  return sum;
}

/** The time in which it can start, over all routes. */
function opening(
  layout: Layout,
  unit: number,
): { readonly from: number; readonly till: number; readonly length: number } {
  const { windows, routes, units } = layout;
  const row = (units.task[first(layout, unit)] as number) * routes.count;
  let [from, till, length] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let r = 0; r < routes.count; r++) {
    const [opens, closes] = [windows.from[row + r] as number, windows.till[row + r] as number];
    if (opens > closes && windows.moreAt[row + r] === -1) continue;
    from = Math.min(from, opens);
    till = Math.max(till, closes);
    length += closes - opens;
  }
  return { from, till, length };
}

/** The smallest key comes first. The number is how often an order is taken. */
const ORDERS: readonly (readonly [weight: number, key: Key])[] = [
  [4, (layout, unit) => -(layout.units.value[unit] as number) * 1e6 - (taskOf(layout, unit)?.load ?? 0)],
  [2, (layout, unit) => -way(layout, unit)],
  [1, way],
  [2, (layout, unit) => opening(layout, unit).length],
  [2, (layout, unit) => opening(layout, unit).from],
  [2, (layout, unit) => -opening(layout, unit).till],
];
const RANDOM_WEIGHT = 4;
/** The order by the time in which a task can start. */
export const LEAST_ROOM = 3;

export class Orders {
  readonly #chance: Chance;
  /** Of each order: the rank of each unit. Two that are alike keep the order of the problem. */
  readonly #ranks: readonly Int32Array[];
  readonly #weights: number;
  #rank: Int32Array = new Int32Array(0);

  constructor(layout: Layout, chance: Chance) {
    this.#chance = chance;
    this.#weights = ORDERS.reduce((sum, [weight]) => sum + weight, RANDOM_WEIGHT);
    this.#ranks = ORDERS.map(([, key]) => {
      const keys = Float64Array.from({ length: layout.units.count }, (_, unit) => key(layout, unit));
      const sorted = Array.from(keys.keys()).sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
      const rank = new Int32Array(layout.units.count);
      sorted.forEach((unit, at) => {
        rank[unit] = at;
      });
      return rank;
    });
  }

  /** Sorts a short list in place by an order that chance picks. */
  sort(list: number[]): void {
    let pick = this.#chance.next() * this.#weights - RANDOM_WEIGHT;
    if (pick < 0) {
      this.#shuffle(list);
      return;
    }
    let at = 0;
    for (; at < ORDERS.length - 1; at++) {
      pick -= ORDERS[at]?.[0] ?? 0;
      if (pick < 0) break;
    }
    this.sortBy(list, at);
  }

  sortBy(list: number[], order: number): void {
    this.#rank = this.#ranks[order] as Int32Array;
    const rank = this.#rank;
    if (list.length > 64) {
      list.sort((a, b) => (rank[a] as number) - (rank[b] as number));
      return;
    }
    for (let i = 1; i < list.length; i++) {
      const unit = list[i] as number;
      const own = rank[unit] as number;
      let at = i - 1;
      while (at >= 0 && (rank[list[at] as number] as number) > own) {
        list[at + 1] = list[at] as number;
        at--;
      }
      list[at + 1] = unit;
    }
  }

  #shuffle(list: number[]): void {
    for (let i = list.length - 1; i > 0; i--) {
      const j = Math.floor(this.#chance.next() * (i + 1));
      const unit = list[i] as number;
      list[i] = list[j] as number;
      list[j] = unit;
    }
  }
}
