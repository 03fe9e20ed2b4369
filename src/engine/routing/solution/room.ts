import type { State } from './state.ts';

/** Whether the van of a route has room for some nodes in a row, by everything that it carries. */
export function hasRoomFor(solution: State, r: number, first: number, last: number): boolean {
  const { layout, load } = solution;
  let sum = load[r] as number;
  for (let node = first; node <= last; node++) sum += layout.load[node] as number;
  return sum <= (layout.routes.capacity[r] as number) && hasOtherRoomFor(solution, r, first, last);
}

/**
 * The same by the named loads alone. Where vans are filled again on the way, it depends on the place: `before` is the node before it. Without it
 * nothing is decided yet.
 */
export function hasOtherRoomFor(solution: State, r: number, first: number, last: number, before = -1): boolean {
  const { count, load, capacity, refills } = solution.layout.otherLoads;
  if (refills.length > 0 && (before < 0 || refills[first] === 1)) return true;
  for (let kind = 0; kind < count; kind++) {
    let own = 0;
    for (let node = first; node <= last; node++) own += load[node * count + kind] as number;
    if (own === 0) continue;
    const carried = refills.length > 0 ? loadAround(solution, before, kind) : solution.otherLoad[r * count + kind];
    if ((carried as number) + own > (capacity[r * count + kind] as number)) return false;
  }
  return true;
}

/** What a van carries of a kind from the refill before the place behind a node to the one after it. */
export function loadAround({ layout, next, prev }: State, before: number, kind: number): number {
  const { count, load, refills } = layout.otherLoads;
  let sum = 0;
  for (let node = before; node !== -1 && refills[node] !== 1; node = prev[node] as number)
    sum += load[node * count + kind] as number;
  for (let node = next[before] as number; node !== -1 && refills[node] !== 1; node = next[node] as number)
    sum += load[node * count + kind] as number;
  return sum;
}

/** Adds up the named loads of a route. */
export function refreshOtherLoads({ layout, otherLoad, next }: State, r: number): void {
  const { firstStart, firstEnd, otherLoads } = layout;
  const { count, load } = otherLoads;
  otherLoad.fill(0, r * count, (r + 1) * count);
  for (let node = next[firstStart + r] as number; node !== firstEnd + r; node = next[node] as number)
    for (let kind = 0; kind < count; kind++)
      otherLoad[r * count + kind] = (otherLoad[r * count + kind] as number) + (load[node * count + kind] as number);
}
