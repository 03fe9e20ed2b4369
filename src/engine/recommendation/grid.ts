import type { Question } from './question.ts';

/** A run of minutes at which slots may start: from `first` in steps of the grid to at most `last`. */
export type Visit = (first: number, last: number) => void;

type Stretch = Question['offsets'][number];

/** The first minute on the grid of the wall clock at or after a minute of the stretch. */
function firstOnGrid({ from, offset }: Stretch, grid: number, minute: number): number {
  const start = Math.max(minute, from);
  return Math.ceil((start + offset) / grid) * grid - offset;
}

/**
 * The starts on the grid of the wall clock between two minutes. Where the clock is changed in between, the grid goes on with the new
 * time: one run per stretch of a constant offset.
 */
export function onGrid({ grid, offsets }: Question, from: number, last: number, visit: Visit): void {
  for (const stretch of offsets) {
    if (stretch.till <= from) continue;
    if (stretch.from > last) return;
    const first = firstOnGrid(stretch, grid, from);
    const end = Math.min(last, stretch.till - 1);
    if (first <= end) visit(first, end);
  }
}

/** How many there are: most gaps are only counted. */
export function countOnGrid({ grid, offsets }: Question, from: number, last: number): number {
  let count = 0;
  for (let i = 0; i < offsets.length; i++) {
    const stretch = offsets[i] as Stretch;
    if (stretch.till <= from) continue;
    if (stretch.from > last) break;
    const first = firstOnGrid(stretch, grid, from);
    const end = Math.min(last, stretch.till - 1);
    if (first <= end) count += Math.floor((end - first) / grid) + 1;
  }
  return count;
}
