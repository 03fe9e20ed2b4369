import { SINGLE } from '../layout/unit-kinds.ts';
import type { Solution } from '../solution/solution.ts';

/**
 * Lets the planned visits of a route start later than planned, as far as their windows allow; never earlier. Teams stay, and those for which
 * others wait: their moment is not their own.
 */
export function letSlip(solution: Solution, r: number): void {
  const { layout, next, from, till } = solution;
  const { units, windows, routes, firstStart, firstEnd, freeCount, task } = layout;
  solution.journal.keepRoute(r);
  for (let node = next[firstStart + r] as number; node !== firstEnd + r; node = next[node] as number) {
    if (node >= freeCount || units.leads[node] === 1 || units.kind[units.of[node] as number] !== SINGLE) continue;
    const pair = (task[node] as number) * routes.count + r;
    const starts = from[node] as number;
    let latest = windows.till[pair] as number;
    let further = windows.moreAt[pair] as number;
    for (
      let left = further < 0 ? 0 : (windows.more[further++] as number);
      starts > latest && left > 0;
      left--, further += 2
    )
      latest = windows.more[further + 1] as number;
    till[node] = Math.max(starts, latest);
  }
  solution.refresh(r);
}

/** The visits of a route that start otherwise than planned. */
export function slipped(solution: Solution, r: number): readonly number[] {
  const { layout, next, starts } = solution;
  const { units, firstStart, firstEnd, freeCount } = layout;
  const nodes: number[] = [];
  for (let node = next[firstStart + r] as number; node !== firstEnd + r; node = next[node] as number)
    if (
      layout.otherLoads.refills[node] !== 1 &&
      node < freeCount &&
      (units.keptStart[node] as number) >= 0 &&
      starts[node] !== units.keptStart[node]
    )
      nodes.push(node);
  return nodes;
}
