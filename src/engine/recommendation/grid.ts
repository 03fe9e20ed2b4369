import type { Question } from './question.ts';

/** A run of minutes at which slots may start: from `first` in steps of the grid to at most `last`. */
export type Visit = (first: number, last: number) => void;

/**
 * The starts on the grid of the wall clock between two minutes. Where the clock is changed in between, the grid goes on with the new
 * time: one run per stretch of a constant offset.
 */
export function onGrid({ grid, offsets }: Question, from: number, last: number, visit: Visit): void {
  for (const stretch of offsets) {
    if (stretch.till <= from) continue;
    if (stretch.from > last) return;
    const start = Math.max(from, stretch.from);
    const past = (((start + stretch.offset) % grid) + grid) % grid;
    const first = past === 0 ? start : start + grid - past;
    const end = Math.min(last, stretch.till - 1);
    if (first <= end) visit(first, end);
  }
}
