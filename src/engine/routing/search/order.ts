import type { Chance } from '../../../domain/random.ts';
import type { Layout } from '../layout/layout.ts';
import { LARGE } from './known-places.ts';
import { RoomShare } from './room-share.ts';

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

/** Up to so many, insertion is the fastest way to sort. */
const SHORT = 64;

/**
 * A large plan has one order more: tasks with the least room come first, more or less. Always the same order would put back the same plan, so each
 * rank is moved by chance. How far differs from round to round, from not at all to as far as there are tasks. How often this order is used depends on
 * how often it improves the plan.
 */
export class Orders {
  readonly #chance: Chance;
  /** Of a large plan, each unit: how many have less room; and where it comes in the round at hand. */
  readonly #roomRank: Int32Array | undefined;
  readonly #turn: Float64Array;
  readonly #roomShare = new RoomShare();
  /** Of each order: the rank of each unit. Two that are alike keep the order of the problem. */
  readonly #ranks: readonly Int32Array[];
  readonly #weights: number;

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
    const { count } = layout.units;
    this.#roomRank = count < LARGE ? undefined : roomRanks(layout);
    this.#turn = new Float64Array(count < LARGE ? 0 : count);
  }

  /** Sorts a short list in place by an order that chance picks. */
  sort(list: number[]): void {
    if (this.#roomRank !== undefined && this.#roomShare.pick(this.#chance.next())) {
      this.#sortByRoom(list, this.#roomRank);
      return;
    }
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

  /** Whether the round for which tasks were sorted last has improved the plan. */
  note(isBetter: boolean): void {
    if (this.#roomRank !== undefined) this.#roomShare.note(isBetter);
  }

  sortBy(list: number[], order: number): void {
    sortByKey(list, this.#ranks[order] as Int32Array);
  }

  #sortByRoom(list: number[], rank: Int32Array): void {
    const turn = this.#turn;
    const most = this.#chance.next() * rank.length;
    for (let at = 0; at < list.length; at++) {
      const unit = list[at] as number;
      turn[unit] = (rank[unit] as number) + this.#chance.next() * most;
    }
    sortByKey(list, turn);
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

/** Of each unit, how many have less room than it. */
function roomRanks(layout: Layout): Int32Array {
  const room = Float64Array.from({ length: layout.units.count }, (_, unit) => opening(layout, unit).length);
  const sorted = room.slice().sort();
  const rankOf = new Map<number, number>();
  sorted.forEach((each, at) => {
    if (!rankOf.has(each)) rankOf.set(each, at);
  });
  return Int32Array.from(room, (each) => rankOf.get(each) as number);
}

/** The smallest key first. */
function sortByKey(list: number[], key: Int32Array | Float64Array): void {
  if (list.length > SHORT) {
    list.sort((a, b) => (key[a] as number) - (key[b] as number));
    return;
  }
  for (let i = 1; i < list.length; i++) {
    const unit = list[i] as number;
    const own = key[unit] as number;
    let at = i - 1;
    while (at >= 0 && (key[list[at] as number] as number) > own) {
      list[at + 1] = list[at] as number;
      at--;
    }
    list[at + 1] = unit;
  }
}
