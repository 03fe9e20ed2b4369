import type { Solution } from '../solution/solution.ts';

/** What is read of a solution. */
type Read = Pick<Solution, 'route' | 'ownUnit'> & {
  readonly layout: {
    readonly near: Int32Array;
    readonly routes: { readonly count: number };
    readonly windows: { readonly isOpen: Uint8Array };
  };
};

/**
 * Adds the routes of visits to a list: those at some places of the table of neighbours, where a task can be, each once. Every unit must be one
 * visit. `routeMark` has the mark of this search at routes that were met before, and one more place than there are routes, and so has the list.
 *
 * Which routes were met before, and which are open, is as good as random: a processor that guesses is wrong half of the time, which took a third of
 * the search. So nothing is decided here: every route is written to the end of the list, and the list grows by 0 or 1.
 */
export function listRoutesNear(
  { route, ownUnit, layout }: Read,
  task: number,
  from: number,
  till: number,
  list: Int32Array,
  alreadyListed: number,
  routeMark: Int32Array,
  mark: number,
): number {
  const { near, routes, windows } = layout;
  const { count } = routes;
  const { isOpen } = windows;
  const firstPair = task * count;
  let listed = alreadyListed;
  // Visits that are not in the solution are on the route behind the last.
  routeMark[count] = mark;
  for (let at = from; at < till; at++) {
    const unit = near[at] as number;
    const own = route[unit] as number;
    const r = own + ((own >> 31) & (count + 1));
    const differs = (routeMark[r] as number) ^ mark;
    list[listed] = r;
    listed += ((differs | -differs) >>> 31) & (isOpen[firstPair + r] as number) & (ownUnit[unit] as number);
    routeMark[r] = mark;
  }
  return listed;
}
