import { refreshStarts } from './break-times.ts';
import { refreshCalm } from './refresh-calm.ts';
import { refreshOtherLoads } from './room.ts';
import type { State } from './state.ts';
import { refreshWorking } from './working-time.ts';

/** Computes the times and the cost of a route from its order. */
export function refreshRoute(solution: State, r: number): void {
  const { layout, next, prev, from, till, early, late, leave, legAfter, tail, canBeLate } = solution;
  const { point, duration, due, points, routes, freeCount, firstStart, firstEnd, task, preference, units } = layout;
  const { seconds, cost: legCost, metres: wayMetres, count } = points;
  const { linked } = units;
  const resource = routes.resource[r] as number;
  const resources = layout.problem.resources.length;
  const isLimited = (routes.maxMetres[r] as number) < Number.POSITIVE_INFINITY;
  const [start, end] = [firstStart + r, firstEnd + r];
  let [cost, length, load, largest, lateSeconds] = [0, 0, 0, 0, 0];
  solution.renew(r);
  early[start] = leave[start] = from[start] as number;
  legAfter[start] = 0;
  const isEmpty = next[start] === end;
  for (let node = start; node !== end; ) {
    const after = next[node] as number;
    const way = (point[node] as number) * count + (point[after] as number);
    if (!isEmpty) {
      const price = legCost[way] as number;
      legAfter[node] = price;
      cost += price;
      if (isLimited) length += wayMetres[way] as number;
    }
    const arrival = (leave[node] as number) + (seconds[way] as number);
    const earliest = from[after] as number;
    // What is fixed starts when it starts, even where nobody could be there in time.
    const begins = after >= freeCount && after < firstStart ? earliest : arrival > earliest ? arrival : earliest;
    early[after] = begins;
    leave[after] = begins + (duration[after] as number);
    load += layout.load[after] as number;
    if (after < freeCount) {
      const overdue = (leave[after] as number) - (due[after] as number);
      if (overdue > 0) {
        cost += overdue * solution.lateSecond;
        lateSeconds += overdue;
      }
      if (overdue > largest) largest = overdue;
      cost += preference[(task[after] as number) * resources + resource] as number;
    }
    node = after;
  }
  if (!isEmpty) cost += solution.overtimeCost(r, early[end] as number);
  late[end] = till[end] as number;
  tail[end] = 0;
  canBeLate[end] = 0;
  for (let node = prev[end] as number; node !== -1; node = prev[node] as number) {
    const after = next[node] as number;
    const takes =
      (duration[node] as number) + (seconds[(point[node] as number) * count + (point[after] as number)] as number);
    const latest = (late[after] as number) - takes;
    const own = till[node] as number;
    late[node] = node >= freeCount && node < firstStart ? own : latest < own ? latest : own;
    tail[node] = takes + (tail[after] as number);
    canBeLate[node] =
      canBeLate[after] === 1 || (due[node] as number) < (till[end] as number) || linked[node] === 1 ? 1 : 0;
  }
  if (units.hasLinks) refreshCalm(solution, r);
  if (layout.breaks.most > 0) {
    if (!refreshStarts(solution, r) && (solution.size[r] as number) > 0) solution.isSound = false;
    const late = latenessOf(solution, r);
    largest = late.largest;
    cost += (late.seconds - lateSeconds) * solution.lateSecond;
    if (!isEmpty)
      cost += solution.overtimeCost(r, solution.begins[end] as number) - solution.overtimeCost(r, early[end] as number);
  }
  if (solution.workingSecond !== 0) cost += refreshWorking(solution, r) * solution.workingSecond;
  if (solution.largestSecond !== 0) solution.noteLargest(r, largest);
  solution.total += cost - (solution.cost[r] as number);
  solution.cost[r] = cost;
  solution.metres[r] = length;
  solution.load[r] = load;
  if (layout.otherLoads.count > 0) refreshOtherLoads(solution, r);
}

/** The lateness of a route by the starts of the plan. */
function latenessOf(
  { layout, next, begins }: State,
  r: number,
): { readonly seconds: number; readonly largest: number } {
  const { firstStart, firstEnd, freeCount, duration, due } = layout;
  let [seconds, largest] = [0, 0];
  for (let node = next[firstStart + r] as number; node !== firstEnd + r; node = next[node] as number) {
    if (node >= freeCount) continue;
    const overdue = (begins[node] as number) + (duration[node] as number) - (due[node] as number);
    if (overdue > 0) seconds += overdue;
    if (overdue > largest) largest = overdue;
  }
  return { seconds, largest };
}

/**
 * The same after a single visit was put on a route whose times were right: starts behind it are moved until one is not moved any more, and
 * latest starts before it likewise. Most visits are put where there is time to spare, and then little moves.
 */
export function refreshAround(solution: State, node: number): void {
  const { layout, next, prev, route, from, till, early, late, leave, legAfter, tail, canBeLate } = solution;
  const { point, duration, due, points, routes, freeCount, firstStart, firstEnd, task, preference, units } = layout;
  const { seconds, cost: legCost, metres, count } = points;
  const r = route[node] as number;
  if (units.hasLinks || solution.workingSecond !== 0 || layout.breaks.most > 0) {
    refreshRoute(solution, r);
    return;
  }
  solution.renew(r);
  const [before, after] = [prev[node] as number, next[node] as number];
  const end = firstEnd + r;
  const wasEmpty = before === firstStart + r && after === end;
  const there = (point[before] as number) * count + (point[node] as number);
  const onward = (point[node] as number) * count + (point[after] as number);
  let cost = -(legAfter[before] as number);
  legAfter[before] = legCost[there] as number;
  legAfter[node] = legCost[onward] as number;
  cost += (legAfter[before] as number) + (legAfter[node] as number);
  cost += preference[
    (task[node] as number) * layout.problem.resources.length + (routes.resource[r] as number)
  ] as number;
  if ((routes.maxMetres[r] as number) < Number.POSITIVE_INFINITY) {
    const straight = wasEmpty ? 0 : (metres[(point[before] as number) * count + (point[after] as number)] as number);
    solution.metres[r] =
      (solution.metres[r] as number) + (metres[there] as number) + (metres[onward] as number) - straight;
  }
  solution.load[r] = (solution.load[r] as number) + (layout.load[node] as number);
  if (layout.otherLoads.count > 0) refreshOtherLoads(solution, r);

  const ended = early[end] as number;
  let largest = solution.largest[r] as number;
  const arrival = (leave[before] as number) + (seconds[there] as number);
  early[node] = arrival > (from[node] as number) ? arrival : (from[node] as number);
  leave[node] = (early[node] as number) + (duration[node] as number);
  if ((leave[node] as number) > (due[node] as number)) {
    const overdue = (leave[node] as number) - (due[node] as number);
    cost += overdue * solution.lateSecond;
    if (overdue > largest) largest = overdue;
  }
  for (let at = node; at !== end; ) {
    const behind = next[at] as number;
    const arrives =
      (leave[at] as number) + (seconds[(point[at] as number) * count + (point[behind] as number)] as number);
    const earliest = from[behind] as number;
    const begins = behind >= freeCount && behind < firstStart ? earliest : arrives > earliest ? arrives : earliest;
    const was = early[behind] as number;
    if (begins === was) break;
    early[behind] = begins;
    leave[behind] = begins + (duration[behind] as number);
    if (behind < freeCount) {
      const overdue = (leave[behind] as number) - (due[behind] as number);
      const wasOverdue = overdue - begins + was;
      if (overdue > largest) largest = overdue;
      cost += ((overdue > 0 ? overdue : 0) - (wasOverdue > 0 ? wasOverdue : 0)) * solution.lateSecond;
    }
    at = behind;
  }
  cost += solution.overtimeCost(r, early[end] as number) - (wasEmpty ? 0 : solution.overtimeCost(r, ended));

  const closes = till[end] as number;
  const takes = (duration[node] as number) + (seconds[onward] as number);
  const latest = (late[after] as number) - takes;
  late[node] = latest < (till[node] as number) ? latest : (till[node] as number);
  tail[node] = takes + (tail[after] as number);
  canBeLate[node] = canBeLate[after] === 1 || (due[node] as number) < closes ? 1 : 0;
  const hasOvertime = (routes.closesLate[r] as number) > (routes.closes[r] as number);
  for (let at = before, isSettled = false; at !== -1 && !(isSettled && !hasOvertime); at = prev[at] as number) {
    const behind = next[at] as number;
    const needs =
      (duration[at] as number) + (seconds[(point[at] as number) * count + (point[behind] as number)] as number);
    tail[at] = needs + (tail[behind] as number);
    const own = till[at] as number;
    const bound = (late[behind] as number) - needs;
    const last = at >= freeCount && at < firstStart ? own : bound < own ? bound : own;
    const lateness = canBeLate[behind] === 1 || (due[at] as number) < closes ? 1 : 0;
    isSettled = last === late[at] && lateness === canBeLate[at];
    late[at] = last;
    canBeLate[at] = lateness;
  }
  if (solution.largestSecond !== 0) solution.noteLargest(r, largest);
  solution.cost[r] = (solution.cost[r] as number) + cost;
  solution.total += cost;
}
