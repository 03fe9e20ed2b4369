import { FAR } from '../layout/far.ts';
import type { Solution } from '../solution/solution.ts';

/** A task for which another waits does not slip once it is in: so the moment from which those behind it may start is a fixed one. */

/** From when on a visit may start after those that it waits for; undefined while one of them is not in the solution. */
export function notBefore(solution: Solution, unit: number, member: number): number | undefined {
  const { leaders } = solution.layout.units;
  let moment = -FAR;
  for (const each of leaders[unit] ?? []) {
    if (each.member !== member) continue;
    if (each.unit === unit) continue;
    if ((solution.absentAt[each.unit] as number) >= 0) return undefined;
    const ends = (solution.early[each.node] as number) + (solution.layout.duration[each.node] as number);
    if (ends + each.lag > moment) moment = ends + each.lag;
  }
  return moment;
}
