import type { Solution } from '../solution/solution.ts';

/** Takes a unit out of the solution, and with it those that wait for it. Collects what is off; the routes are recomputed by `refreshTaken`. */
export function takeOff(solution: Solution, unit: number, off: number[]): void {
  if ((solution.absentAt[unit] as number) >= 0) return;
  const { first, size, followers } = solution.layout.units;
  const node = first[unit] as number;
  const last = node + (size[unit] as number) - 1;
  for (let at = node; at <= last; at++) solution.take(at);
  solution.unsettle(unit);
  off.push(unit);
  for (const each of followers[unit] ?? []) takeOff(solution, each, off);
}
