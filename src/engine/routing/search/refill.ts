import { refreshAround } from '../solution/refresh.ts';
import type { Solution } from '../solution/solution.ts';
import { notBefore } from './leaders.ts';

/** A refill of a route that is not in the solution, or -1. */
export function freeRefill({ layout, absentAt }: Solution, r: number): number {
  const { units, otherLoads, windows, routes } = layout;
  for (let unit = 0; unit < units.count && otherLoads.refills.length > 0; unit++) {
    const node = units.first[unit] as number;
    const isOpen = windows.isOpen[(units.task[node] as number) * routes.count + r] === 1;
    if (isOpen && otherLoads.refills[node] === 1 && (absentAt[unit] as number) >= 0) return unit;
  }
  return -1;
}

/** Puts a refill behind a node, in the first of its windows in which there is time for it. */
export function putRefillBehind(solution: Solution, unit: number, before: number): boolean {
  const { layout, next, leave, late, route, breakRoom } = solution;
  const { units, windows, routes, points, point, duration } = layout;
  const { seconds, count } = points;
  const node = units.first[unit] as number;
  const after = next[before] as number;
  const r = route[before] as number;
  const moment = notBefore(solution, unit, node);
  if (moment === undefined || units.glued[before] === 1) return false;
  const worked = duration[node] as number;
  const there = seconds[(point[before] as number) * count + (point[node] as number)] as number;
  const onward = seconds[(point[node] as number) * count + (point[after] as number)] as number;
  const pair = (units.task[node] as number) * routes.count + r;
  const more = windows.moreAt[pair] as number;
  const further = more < 0 ? [] : windows.more.subarray(more + 1, more + 1 + 2 * (windows.more[more] as number));
  const all = [windows.from[pair] as number, windows.till[pair] as number, ...further];
  for (let at = 0; at < all.length; at += 2) {
    const [from, till] = [Math.max(all[at] as number, moment), all[at + 1] as number];
    const starts = Math.max(from, (leave[before] as number) + there);
    if (starts > till || starts + worked + onward > (late[after] as number)) continue;
    if (breakRoom.isAsked(r)) {
      breakRoom.begin(r, before);
      breakRoom.visit(there, worked, from, till);
      if (breakRoom.leavesFor(after, onward) < 0) continue;
    }
    solution.put(node, before, from, till);
    refreshAround(solution, node);
    solution.settle(unit, false);
    return true;
  }
  return false;
}
