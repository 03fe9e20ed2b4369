import type { Chance } from '../../../domain/random.ts';
import type { Layout } from '../layout/layout.ts';
import type { Solution } from '../solution/solution.ts';

/** More would take more time than they are worth. Then the oldest go. */
const MOST = 20_000;
/** Of each node: which one it is, its window, and whether it is kept as planned. */
const FIELDS = 4;

/** Routes that the search came by: of each set of units the cheapest one, for each vehicle unless they are alike. */
export class RoutePool {
  readonly #layout: Layout;
  readonly #areAlike: boolean;
  readonly #cost: number[] = [];
  readonly #vehicle: number[] = [];
  readonly #nodes: Int32Array[] = [];
  /** The unit that comes first: most routes can be passed over by it. */
  readonly #firstUnit: number[] = [];
  /** Of each route what it is found by: the random numbers of its visits, in any order, and of its vehicle, as one. */
  readonly #keys: number[] = [];
  readonly #at = new Map<number, number>();
  readonly #high: Int32Array;
  readonly #low: Int32Array;
  #added = 0;

  constructor(layout: Layout, areAlike: boolean, chance: Chance) {
    this.#layout = layout;
    this.#areAlike = areAlike;
    // The number of a vehicle is that of its start.
    this.#high = Int32Array.from({ length: layout.nodeCount }, () => chance.next() * 2 ** 21);
    this.#low = Int32Array.from({ length: layout.nodeCount }, () => chance.next() * 2 ** 32);
  }

  /** Adds a route that has visits, at so much, and answers where it stands. */
  add({ next, from, till, kept }: Solution, r: number, cost: number): number {
    const { firstStart, firstEnd, freeCount, units } = this.#layout;
    const [start, end] = [firstStart + r, firstEnd + r];
    let [high, low] = this.#areAlike ? [0, 0] : [this.#high[start] as number, this.#low[start] as number];
    let count = 0;
    for (let node = next[start] as number; node !== end; node = next[node] as number) {
      count++;
      if (node >= freeCount) continue;
      high ^= this.#high[node] as number;
      low ^= this.#low[node] as number;
    }
    const key = high * 2 ** 32 + (low >>> 0);
    const known = this.#at.get(key);
    if (known !== undefined && (this.#cost[known] as number) <= cost) return known;
    const nodes = new Int32Array(FIELDS * count);
    let at = 0;
    for (let node = next[start] as number; node !== end; node = next[node] as number) {
      nodes[at++] = node;
      nodes[at++] = from[node] as number;
      nodes[at++] = till[node] as number;
      nodes[at++] = node < freeCount ? (kept[units.of[node] as number] as number) : 0;
    }
    const place = known ?? this.#freePlace();
    this.#at.set(key, place);
    this.#keys[place] = key;
    this.#cost[place] = cost;
    this.#vehicle[place] = r;
    this.#nodes[place] = nodes;
    this.#firstUnit[place] = this.units(place)[0] as number;
    return place;
  }

  costOf(place: number): number {
    return this.#cost[place] as number;
  }

  /** Who drove it when it was noted. */
  vehicleOf(place: number): number {
    return this.#vehicle[place] as number;
  }

  /** The units that are on a route, in order. */
  units(place: number): number[] {
    const { units, freeCount } = this.#layout;
    const nodes = this.#nodes[place] as Int32Array;
    const list: number[] = [];
    for (let at = 0; at < nodes.length; at += FIELDS) {
      const node = nodes[at] as number;
      if (node >= freeCount) continue;
      const unit = units.of[node] as number;
      if (list.at(-1) !== unit) list.push(unit);
    }
    return list;
  }

  /** The routes that have no other units than those with a mark, of vehicles with a mark. */
  within(vehicles: Uint8Array, units: Uint8Array): number[] {
    const found: number[] = [];
    for (let place = 0; place < this.#cost.length; place++)
      if (
        units[this.#firstUnit[place] as number] === 1 &&
        (this.#areAlike || vehicles[this.#vehicle[place] as number] === 1) &&
        this.#areAllMarked(place, units)
      )
        found.push(place);
    return found;
  }

  #areAllMarked(place: number, marks: Uint8Array): boolean {
    const { units, freeCount } = this.#layout;
    const nodes = this.#nodes[place] as Int32Array;
    for (let at = 0; at < nodes.length; at += FIELDS) {
      const node = nodes[at] as number;
      if (node < freeCount && marks[units.of[node] as number] === 0) return false;
    }
    return true;
  }

  /** Puts the visits of a route on one that has none. */
  put(place: number, solution: Solution, r: number): void {
    const { firstStart, freeCount, units } = this.#layout;
    const nodes = this.#nodes[place] as Int32Array;
    let before = firstStart + r;
    for (let at = 0; at < nodes.length; at += FIELDS) {
      const node = nodes[at] as number;
      if (node < freeCount) {
        solution.put(node, before, nodes[at + 1] as number, nodes[at + 2] as number);
        const unit = units.of[node] as number;
        if ((solution.absentAt[unit] as number) >= 0) solution.settle(unit, nodes[at + 3] === 1);
      }
      before = node;
    }
    solution.refresh(r);
  }

  #freePlace(): number {
    const place = this.#added++ % MOST;
    const old = this.#keys[place];
    if (old !== undefined) this.#at.delete(old);
    return place;
  }
}
