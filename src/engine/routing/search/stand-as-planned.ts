import type { Board } from '../board/board.ts';
import { keepAsPlanned } from './kept.ts';

/** The board as it is planned now, as far as that keeps to the rules; in order of time, so that what comes first is not pushed out by what comes later. */
export function standAsPlanned(board: Board): void {
  const { units } = board.layout;
  const start = (unit: number): number => units.keptStart[units.first[unit] as number] as number;
  const planned = Array.from({ length: units.count }, (_, unit) => unit).filter(
    (unit) => (units.planned[unit] as number) > 0,
  );
  planned.sort((a, b) => start(a) - start(b) || a - b);
  for (const unit of planned) keepAsPlanned(board, unit);
}
