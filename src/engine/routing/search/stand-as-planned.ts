import type { Solution } from '../solution/solution.ts';
import { keepAsPlanned } from './kept.ts';

/** The solution as it is planned now, as far as that keeps to the rules; in order of time, so that what comes first is not pushed out by what comes later. */
export function standAsPlanned(solution: Solution): void {
  const { units } = solution.layout;
  const start = (unit: number): number => units.keptStart[units.first[unit] as number] as number;
  const planned = Array.from({ length: units.count }, (_, unit) => unit).filter(
    (unit) => (units.planned[unit] as number) > 0 || (units.keptRoute[units.first[unit] as number] as number) >= 0,
  );
  planned.sort((a, b) => start(a) - start(b) || a - b);
  for (const unit of planned) keepAsPlanned(solution, unit);
}
