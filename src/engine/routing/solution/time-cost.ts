import type { Solution } from './solution.ts';

/**
 * What it costs, beside the way, that a visit starts at a moment before a node: overtime at the end of the day, its own lateness, and that of the
 * visits behind it.
 */
export function timeCost(solution: Solution, node: number, r: number, after: number, starts: number): number {
  if (solution.layout.units.hasLinks || solution.largestSecond !== 0) {
    const { tally } = solution;
    tally.begin();
    tally.add(node, r, after, starts);
    return tally.sum();
  }
  const { layout, early, tail, next, canBeLate } = solution;
  const { point, duration, due, points, firstEnd } = layout;
  const { seconds, count } = points;
  const end = firstEnd + r;
  const leaves = starts + (duration[node] as number);
  let extra = 0;
  if (leaves > (due[node] as number)) extra += (leaves - (due[node] as number)) * solution.lateSecond;
  let arrival = leaves + (seconds[(point[node] as number) * count + (point[after] as number)] as number);
  const ends = arrival + (tail[after] as number);
  if (solution.isEmpty(r)) extra += solution.overtimeCost(r, ends);
  else if (ends > (early[end] as number))
    extra += solution.overtimeCost(r, ends) - solution.overtimeCost(r, early[end] as number);
  for (let at = after; canBeLate[at] === 1 && arrival > (early[at] as number); ) {
    const worked = duration[at] as number;
    const overdue = arrival + worked - (due[at] as number);
    const was = (early[at] as number) + worked - (due[at] as number);
    if (overdue > 0) extra += (was > 0 ? overdue - was : overdue) * solution.lateSecond;
    const onward = next[at] as number;
    arrival += worked + (seconds[(point[at] as number) * count + (point[onward] as number)] as number);
    at = onward;
  }
  return extra;
}
