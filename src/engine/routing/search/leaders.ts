import type { Board } from '../board/board.ts';
import { FAR } from '../layout/far.ts';

/** A task for which another waits does not slip once it is in: so the moment from which those behind it may start is a fixed one. */

/** From when on a visit may start after those that it waits for; undefined while one of them is not on the board. */
export function notBefore(board: Board, unit: number, member: number): number | undefined {
  const { leaders } = board.layout.units;
  let moment = -FAR;
  for (const each of leaders[unit] ?? []) {
    if (each.member !== member) continue;
    if (each.unit === unit) continue;
    if ((board.absentAt[each.unit] as number) >= 0) return undefined;
    const ends = (board.early[each.node] as number) + (board.layout.duration[each.node] as number);
    if (ends + each.lag > moment) moment = ends + each.lag;
  }
  return moment;
}
