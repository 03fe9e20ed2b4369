import type { Points } from './points.ts';
import type { Routes } from './routes.ts';
import type { Windows } from './windows.ts';

/**
 * What a task costs on a day on which nothing else is: the way out and back, and the wish for somebody else. Of each unit the routes on which it
 * can be at all, the cheapest first: who looks for an empty day stops at the first that costs more than what is found already.
 */
export interface EmptyDays {
  /** Those of a unit stand from its place in here to the next one's. */
  readonly at: Int32Array;
  readonly route: Int32Array;
  readonly cost: Float64Array;
  /** Routes with fixed work are never empty. */
  readonly withFixed: Int32Array;
}

export interface Visited {
  /** Of each unit: the task and the point of its first visit. */
  readonly task: Int32Array;
  readonly point: Int32Array;
  /** The routes of fixed work. */
  readonly fixed: Int32Array;
  readonly preference: Float64Array;
  readonly resources: number;
}

export function emptyDaysOf(points: Points, routes: Routes, windows: Windows, visited: Visited): EmptyDays {
  const units = visited.task.length;
  const withFixed = Int32Array.from(new Set(visited.fixed)).sort();
  const bare = Array.from({ length: routes.count }, (_, r) => r).filter((r) => !withFixed.includes(r));
  const at = new Int32Array(units + 1);
  const route = new Int32Array(units * bare.length);
  const cost = new Float64Array(units * bare.length);
  const own = new Float64Array(routes.count);
  let filled = 0;
  for (let unit = 0; unit < units; unit++) {
    const task = visited.task[unit] as number;
    const row = (visited.point[unit] as number) * points.count;
    const open = bare.filter((r) => {
      const pair = task * routes.count + r;
      return (windows.from[pair] as number) <= (windows.till[pair] as number) || windows.moreAt[pair] !== -1;
    });
    for (const r of open)
      own[r] =
        (points.costTo[row + (points.start[r] as number)] as number) +
        (points.cost[row + (points.end[r] as number)] as number) +
        (visited.preference[task * visited.resources + (routes.resource[r] as number)] as number);
    open.sort((a, b) => (own[a] as number) - (own[b] as number) || a - b);
    for (const r of open) {
      route[filled] = r;
      cost[filled++] = own[r] as number;
    }
    at[unit + 1] = filled;
  }
  return { at, route: route.slice(0, filled), cost: cost.slice(0, filled), withFixed };
}
