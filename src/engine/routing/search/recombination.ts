import { chanceFrom } from '../../../domain/random.ts';
import { cheaperPartition } from '../partition/cheapest.ts';
import type { Solution } from '../solution/solution.ts';
import { SMALL } from './known-places.ts';
import { isDivisible } from './regions.ts';
import { RoutePool } from './route-pool.ts';

/** Routes of plans on the way, and the cheapest plan that can be put together from them. */
export class Recombination {
  readonly #solution: Solution;
  readonly #pool: RoutePool;
  /** What each visit was worth when plans were last put together. */
  readonly #price: Float64Array;

  constructor(solution: Solution) {
    const { freeCount } = solution.layout;
    this.#solution = solution;
    // Names of sets only: they need not differ from search to search.
    this.#pool = new RoutePool(freeCount, chanceFrom(1));
    this.#price = new Float64Array(freeCount);
  }

  /** Notes the routes that the last round has changed. */
  note(): void {
    const solution = this.#solution;
    const { journal, version, settledVersion, size } = solution;
    const routes = journal.touched;
    for (let at = 0; at < routes.length; at++) {
      const r = routes[at] as number;
      if ((version[r] as number) > settledVersion && (size[r] as number) > 0) this.#pool.add(solution, r);
    }
  }

  /** Makes the solution the cheapest one that is found from all routes. False if none is cheaper than it is. */
  run(): boolean {
    const solution = this.#solution;
    const { routes } = solution.layout;
    if (solution.absentCount > 0) return false;
    const known: number[] = [];
    for (let r = 0; r < routes.count; r++) if (!solution.isEmpty(r)) known.push(this.#pool.add(solution, r));
    const found = cheaperPartition(this.#pool.sets(), known, this.#price);
    if (found === undefined || found.length > routes.count) return false;
    this.#putAll(found);
    return true;
  }

  /** Vehicles are alike: it does not matter which one drives which route. */
  #putAll(found: readonly number[]): void {
    const solution = this.#solution;
    const { layout } = solution;
    const { firstEnd, freeCount, routes, windows, task } = layout;
    solution.journal.begin();
    for (let node = 0; node < freeCount; node++) {
      solution.take(node);
      solution.unsettle(layout.units.of[node] as number);
    }
    solution.refreshTaken();
    found.forEach((route, r) => {
      for (const node of this.#pool.visits(route)) {
        const pair = (task[node] as number) * routes.count + r;
        const before = solution.prev[firstEnd + r] as number;
        solution.put(node, before, windows.from[pair] as number, windows.till[pair] as number);
        solution.settle(layout.units.of[node] as number, false);
      }
      solution.refresh(r);
    });
    solution.total = solution.sum();
    // There is no way behind it.
    solution.journal.begin();
  }
}

/**
 * Whether a plan of other routes is a plan again: every task is one visit with one window, vehicles are alike, and nothing depends on anything
 * else than the route. And whether there are so few visits that enough of the plan comes up again and again.
 */
export function isRecombinable(solution: Solution): boolean {
  const { units, freeCount, fixed, kinds, otherLoads, breaks, windows } = solution.layout;
  return (
    freeCount <= SMALL &&
    units.count === freeCount &&
    fixed.count === 0 &&
    breaks.most === 0 &&
    otherLoads.refills.length === 0 &&
    kinds.every((kind) => kind === kinds[0]) &&
    units.planned.every((count) => count === 0) &&
    windows.moreAt.every((at) => at === -1) &&
    isDivisible(solution)
  );
}
