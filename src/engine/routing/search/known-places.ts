import type { Solution } from '../solution/solution.ts';

/** From so many tasks, teams and containers on, a plan is searched area by area. */
export const LARGE = 500;

/** Up to so many visits, every place is looked at each time: most routes change between two searches for one task. */
export const SMALL = 150;

/** More pairs of tasks and routes than this would take more memory than they save time. */
const MOST_PAIRS = 4_000_000;

/**
 * The best place of each task on each route, as long as the route is as it was when the task was last tried there. A round changes a few routes of
 * many, and most rounds are undone: of the routes that a round has not changed, nearly everything is known. What it has changed is not noted.
 */
export class KnownPlaces {
  /**
   * At 2 * (unit * routes + route): the version of the route for which it holds; and what the task costs there more, without the balance of work,
   * which depends on other routes too, or infinite where it cannot be. Side by side: the two are read together, and most reads miss the cache.
   */
  readonly figures: Float64Array;
  /** The node behind which it goes. */
  readonly after: Int32Array;

  constructor(pairs: number) {
    this.figures = new Float64Array(2 * pairs).fill(-1);
    this.after = new Int32Array(pairs);
  }
}

/** Undefined for small plans, where a place depends on more than its own route, or where there would be too many. */
export function knownPlacesFor(solution: Solution): KnownPlaces | undefined {
  const { units, routes, freeCount } = solution.layout;
  const pairs = units.count * routes.count;
  if (freeCount <= SMALL || pairs > MOST_PAIRS || !areKnowable(solution)) return undefined;
  return new KnownPlaces(pairs);
}

/** Whether a place depends on its own route only. */
export const areKnowable = ({ layout, largestSecond }: Solution): boolean =>
  !layout.units.hasLinks && largestSecond === 0;
