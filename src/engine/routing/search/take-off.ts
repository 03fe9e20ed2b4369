import type { Board } from '../board/board.ts';

/** Takes a unit off the board, and with it those that wait for it. Collects what is off; the routes are recomputed by `refreshTaken`. */
export function takeOff(board: Board, unit: number, off: number[]): void {
  if ((board.absentAt[unit] as number) >= 0) return;
  const { first, size, followers } = board.layout.units;
  const node = first[unit] as number;
  const last = node + (size[unit] as number) - 1;
  for (let at = node; at <= last; at++) board.take(at);
  board.unsettle(unit);
  off.push(unit);
  for (const each of followers[unit] ?? []) takeOff(board, each, off);
}
