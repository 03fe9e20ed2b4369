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

/** Without a refill the van may be too full: what comes behind it goes too, until it is not; and what comes before it, where the rest is fixed. */
function lighten(solution: Solution, before: number, off: number[]): void {
  const { layout, prev, route } = solution;
  const { count, capacity } = layout.otherLoads;
  const r = route[before] as number;
  let place = before;
  for (let kind = 0; kind < count; kind++)
    while (loadAround(solution, place, kind) > (capacity[r * count + kind] as number)) {
      const node = loadedNextTo(solution, place, kind);
      if (node < 0) break;
      takeOff(solution, layout.units.of[node] as number, off);
      // With a container or with those that wait for it, others may have gone.
      while (route[place] === -1) place = prev[place] as number;
    }
}

/** The first visit behind a node that loads something and can be taken off, or else the last one up to it: of those between two refills. Or -1. */
function loadedNextTo({ layout, next, prev }: Solution, place: number, kind: number): number {
  const { count, load, refills } = layout.otherLoads;
  const isIt = (node: number): boolean => node < layout.freeCount && (load[node * count + kind] as number) > 0;
  const isOver = (node: number): boolean => node === -1 || refills[node] === 1;
  for (let node = next[place] as number; !isOver(node); node = next[node] as number) if (isIt(node)) return node;
  for (let node = place; !isOver(node); node = prev[node] as number) if (isIt(node)) return node;
  return -1;
}
