import { LINKED } from '../layout/unit-kinds.ts';
import { refreshAround } from '../solution/refresh.ts';
import { hasOtherRoomFor, hasRoomFor } from '../solution/room.ts';
import type { Solution } from '../solution/solution.ts';
import { notBefore } from './leaders.ts';

/** Puts a unit back exactly as it is planned now. Answers false, and leaves the solution as it was, where that is not possible any more. */
export function keepAsPlanned(solution: Solution, unit: number): boolean {
  const { units } = solution.layout;
  const first = units.first[unit] as number;
  const last = first + (units.size[unit] as number) - 1;
  for (let node = first; node <= last; node++) {
    const r = units.keptRoute[node] as number;
    if (r < 0 || solution.ownRoute[r] === 0) return false;
  }
  if (units.kind[unit] === LINKED && !isLinkKept(solution, first, last)) return false;
  for (let node = first; node <= last; node++) {
    const glued = node > first && units.glued[node - 1] === 1;
    const after = placeOf(solution, unit, node, glued ? node - 1 : -1);
    if (after < 0) {
      for (let put = first; put < node; put++) solution.take(put);
      solution.refreshTaken();
      return false;
    }
    const start = units.keptStart[node] as number;
    solution.put(node, after, start, start);
    refreshAround(solution, node);
  }
  if (!solution.carryOver(unit)) return false;
  solution.settle(unit, true);
  return true;
}

/** Whether the visits of a team or a link are planned at the right distance, and by different resources where they need them. */
function isLinkKept({ layout }: Solution, first: number, last: number): boolean {
  const { keptRoute, keptStart, gapAt, gap, differs } = layout.units;
  const { resource } = layout.routes;
  for (let node = first; node <= last; node++)
    for (let other = first; other <= last; other++) {
      const at = (gapAt[node] as number) + other - first;
      if ((keptStart[other] as number) - (keptStart[node] as number) < (gap[at] as number)) return false;
      if (other === node || differs[at] === 0) continue;
      if (resource[keptRoute[node] as number] === resource[keptRoute[other] as number]) return false;
    }
  return true;
}

/** Behind which node a visit fits at the moment for which it is planned, or -1. */
function placeOf(solution: Solution, unit: number, node: number, directlyAfter: number): number {
  const { layout, next, early, late } = solution;
  const { units, routes, windows, points, point, duration } = layout;
  const { seconds, cost, count } = points;
  const r = units.keptRoute[node] as number;
  const start = units.keptStart[node] as number;
  const moment = notBefore(solution, unit, node);
  if (
    moment === undefined ||
    start < moment ||
    !isOpen(windows, (units.task[node] as number) * routes.count + r, start)
  )
    return -1;
  if (!waitsEnough(solution, unit, node, start)) return -1;
  if (!hasRoomFor(solution, r, node, node)) return -1;
  const own = point[node] as number;
  const most = routes.maxMetres[r] as number;
  const breaks = solution.breakRoom;
  let [best, bestCost] = [-1, Number.POSITIVE_INFINITY];
  const end = layout.firstEnd + r;
  for (let before = layout.firstStart + r; before !== end; before = next[before] as number) {
    const after = next[before] as number;
    if (layout.otherLoads.refills.length > 0 && !hasOtherRoomFor(solution, r, node, node, before)) continue;
    if (directlyAfter >= 0 ? before !== directlyAfter : units.glued[before] === 1) continue;
    const [there, onward] = [point[before] as number, point[after] as number];
    if ((early[before] as number) + (duration[before] as number) + (seconds[there * count + own] as number) > start)
      continue;
    if (start + (duration[node] as number) + (seconds[own * count + onward] as number) > (late[after] as number))
      continue;
    if (breaks.isAsked(r)) {
      breaks.begin(r, before);
      breaks.visit(seconds[there * count + own] as number, duration[node] as number, start, start);
      if (breaks.leavesFor(after, seconds[own * count + onward] as number) < 0) continue;
    }
    if (most < Number.POSITIVE_INFINITY) {
      const { metres } = points;
      const straight = solution.isEmpty(r) ? 0 : (metres[there * count + onward] as number);
      const added = (metres[there * count + own] as number) + (metres[own * count + onward] as number) - straight;
      if ((solution.metres[r] as number) + added > most) continue;
    }
    const added =
      (cost[there * count + own] as number) +
      (cost[own * count + onward] as number) -
      (cost[there * count + onward] as number);
    if (added < bestCost) [best, bestCost] = [before, added];
  }
  return best;
}

/** Within a container one task may wait for another one of it, which was put before. */
function waitsEnough({ layout, early }: Solution, unit: number, node: number, start: number): boolean {
  for (const each of layout.units.leaders[unit] ?? [])
    if (each.member === node && each.unit === unit) {
      if (each.node > node) return false;
      if ((early[each.node] as number) + (layout.duration[each.node] as number) + each.lag > start) return false;
    }
  return true;
}

function isOpen({ from, till, moreAt, more }: Solution['layout']['windows'], pair: number, start: number): boolean {
  if (start >= (from[pair] as number) && start <= (till[pair] as number)) return true;
  const further = moreAt[pair] as number;
  if (further < 0) return false;
  for (let at = further + 1, left = more[further] as number; left > 0; at += 2, left--)
    if (start >= (more[at] as number) && start <= (more[at + 1] as number)) return true;
  return false;
}

/**
 * What keeping it as planned costs more than leaving it out, its worth and the disruption aside; infinite where it cannot be kept. Leaves it on
 * the solution.
 */
export function costOfKeeping(solution: Solution, unit: number): number {
  const { units, problem } = solution.layout;
  const before = solution.total;
  if (!keepAsPlanned(solution, unit)) return Number.POSITIVE_INFINITY;
  return (
    solution.total -
    before +
    (units.value[unit] as number) +
    (units.planned[unit] as number) * problem.weights.disruption
  );
}
