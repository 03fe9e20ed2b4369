import type { Problem } from '../model.ts';
import type { Breaks } from './breaks.ts';
import type { OtherLoads } from './other-loads.ts';
import type { Points } from './points.ts';
import type { Routes } from './routes.ts';
import type { Windows } from './windows.ts';

/** Vehicles that stand in one yard are alike: a task that looks for an empty one needs to look at one of them only. */
export function kindsOf(
  problem: Problem,
  routes: Routes,
  points: Points,
  windows: Windows,
  preference: Float64Array,
  { count, capacity }: OtherLoads,
  breaks: Breaks,
): Int32Array {
  const kinds = Int32Array.from({ length: routes.count }, (_, r) => r);
  // Where work is balanced, it matters whose route it is.
  if (problem.weights.balance !== 0) return kinds;
  const resources = problem.resources.length;
  const figures = [
    points.start,
    points.end,
    routes.opens,
    routes.closes,
    routes.closesLate,
    routes.maxMetres,
    routes.capacity,
  ];
  const areAlike = (a: number, b: number): boolean => {
    if (figures.some((list) => list[a] !== list[b])) return false;
    for (let kind = 0; kind < count; kind++)
      if (capacity[a * count + kind] !== capacity[b * count + kind]) return false;
    for (const list of [breaks.duration, breaks.from, breaks.till])
      for (let no = 0; no < breaks.most; no++)
        if (list[a * breaks.most + no] !== list[b * breaks.most + no]) return false;
    const [who, other] = [routes.resource[a] as number, routes.resource[b] as number];
    return problem.tasks.every((_, task) => {
      const row = task * routes.count;
      return (
        windows.from[row + a] === windows.from[row + b] &&
        windows.till[row + a] === windows.till[row + b] &&
        windows.moreAt[row + a] === -1 &&
        windows.moreAt[row + b] === -1 &&
        preference[task * resources + who] === preference[task * resources + other]
      );
    });
  };
  // Each is held against the one before only: vehicles of one yard stand next to each other in the list.
  for (let r = 1; r < routes.count; r++) if (areAlike(r - 1, r)) kinds[r] = kinds[r - 1] as number;
  return kinds;
}
