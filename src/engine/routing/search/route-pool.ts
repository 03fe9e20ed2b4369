import type { Chance } from '../../../domain/random.ts';
import type { Sets } from '../partition/sets.ts';
import type { Solution } from '../solution/solution.ts';

/** More would take more time than they are worth. Then the oldest go. */
const MOST = 20_000;

/** Routes that the search came by, of plans in which every unit is one visit: of each set of visits the cheapest order. */
export class RoutePool {
  readonly #cost: number[] = [];
  readonly #visits: Int16Array[] = [];
  /** Of each route what it is found by: the random numbers of its visits, in any order, as one. */
  readonly #keys: number[] = [];
  readonly #at = new Map<number, number>();
  readonly #high: Int32Array;
  readonly #low: Int32Array;
  #added = 0;

  constructor(visits: number, chance: Chance) {
    this.#high = Int32Array.from({ length: visits }, () => chance.next() * 2 ** 21);
    this.#low = Int32Array.from({ length: visits }, () => chance.next() * 2 ** 32);
  }

  /** Adds a route that is not empty, and answers where it stands. */
  add({ layout, next, size, cost }: Solution, r: number): number {
    const end = layout.firstEnd + r;
    const first = next[layout.firstStart + r] as number;
    let [high, low] = [0, 0];
    for (let node = first; node !== end; node = next[node] as number) {
      high ^= this.#high[node] as number;
      low ^= this.#low[node] as number;
    }
    const key = high * 2 ** 32 + (low >>> 0);
    const own = cost[r] as number;
    const known = this.#at.get(key);
    if (known !== undefined && (this.#cost[known] as number) <= own) return known;
    const visits = new Int16Array(size[r] as number);
    for (let node = first, at = 0; node !== end; node = next[node] as number) visits[at++] = node;
    const place = known ?? this.#freePlace();
    this.#at.set(key, place);
    this.#keys[place] = key;
    this.#cost[place] = own;
    this.#visits[place] = visits;
    return place;
  }

  /** The visits of a route, in order. */
  visits(route: number): Int16Array {
    return this.#visits[route] as Int16Array;
  }

  /** All routes as sets of visits. */
  sets(): Sets {
    const starts = new Int32Array(this.#cost.length + 1);
    for (let at = 0; at < this.#visits.length; at++)
      starts[at + 1] = (starts[at] as number) + (this.#visits[at] as Int16Array).length;
    const elements = new Int32Array(starts.at(-1) as number);
    for (let at = 0; at < this.#visits.length; at++) elements.set(this.visits(at), starts[at]);
    return { cost: Float64Array.from(this.#cost), starts, elements };
  }

  #freePlace(): number {
    const place = this.#added++ % MOST;
    const old = this.#keys[place];
    if (old !== undefined) this.#at.delete(old);
    return place;
  }
}
