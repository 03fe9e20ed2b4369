import { loadAround } from '../solution/room.ts';
import type { Solution } from '../solution/solution.ts';

/** Takes a unit out of the solution, and with it those that wait for it. Collects what is off; the routes are recomputed by `refreshTaken`. */
export function takeOff(solution: Solution, unit: number, off: number[]): void {
  if ((solution.absentAt[unit] as number) >= 0) return;
  const { first, size, followers } = solution.layout.units;
  const node = first[unit] as number;
  const last = node + (size[unit] as number) - 1;
  const before = solution.prev[node] as number;
  for (let at = node; at <= last; at++) solution.take(at);
  solution.unsettle(unit);
  off.push(unit);
  for (const each of followers[unit] ?? []) takeOff(solution, each, off);
  const { refills } = solution.layout.otherLoads;
  if (refills.length > 0 && refills[node] === 1) lighten(solution, before, off);
}

/** Without a refill the van may be too full: what comes behind it goes too, until it is not. */
function lighten(solution: Solution, before: number, off: number[]): void {
  const { layout, next, route } = solution;
  const { otherLoads, units, freeCount } = layout;
  const { count, load, capacity, refills } = otherLoads;
  const r = route[before] as number;
  for (let kind = 0; kind < count; kind++) {
    const most = capacity[r * count + kind] as number;
    for (let node = next[before] as number; loadAround(solution, before, kind) > most; ) {
      if (node === -1 || refills[node] === 1) break;
      const after = next[node] as number;
      if (node < freeCount && (load[node * count + kind] as number) > 0) {
        takeOff(solution, units.of[node] as number, off);
        // With a container or with those that wait for it, others may have gone.
        node = next[before] as number;
      } else node = after;
    }
  }
}
