/** A stretch of time in epoch ms: the start belongs to it, the end does not. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/*
 * The functions below take lists that are sorted and whose intervals neither overlap nor touch, and answer such lists; `union` makes
 * one of anything.
 */

/** What any of the intervals covers. Empty and reversed intervals cover nothing. */
export function union(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start);
  const merged: Interval[] = [];
  for (const next of sorted) append(merged, next.start, next.end);
  return merged;
}

/** Adds a stretch that starts no earlier than the last one of the list. */
export function append(list: Interval[], start: number, end: number): void {
  if (start >= end) return;
  const last = list.at(-1);
  if (last === undefined || last.end < start) list.push({ start, end });
  else if (last.end < end) list[list.length - 1] = { start: last.start, end };
}

export function intersect(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const common: Interval[] = [];
  for (let i = 0, j = 0; ; ) {
    const [left, right] = [a[i], b[j]];
    if (left === undefined || right === undefined) return common;
    const [start, end] = [Math.max(left.start, right.start), Math.min(left.end, right.end)];
    if (start < end) common.push({ start, end });
    if (left.end < right.end) i++;
    else j++;
  }
}

/** What is in the first list and not in the second. */
export function subtract(from: readonly Interval[], taken: readonly Interval[]): Interval[] {
  const rest: Interval[] = [];
  let j = 0;
  for (const { start, end } of from) {
    let at = start;
    for (let hole = taken[j]; hole !== undefined && hole.start < end; hole = taken[++j]) {
      if (at < hole.start) rest.push({ start: at, end: hole.start });
      at = Math.max(at, hole.end);
      // The same hole may reach into the next interval.
      if (hole.end > end) break;
    }
    if (at < end) rest.push({ start: at, end });
  }
  return rest;
}

export const clip = (list: readonly Interval[], window: Interval): Interval[] => intersect(list, [window]);

export const totalLength = (list: readonly Interval[]): number =>
  list.reduce((sum, { start, end }) => sum + end - start, 0);

export function contains(list: readonly Interval[], instant: number): boolean {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as Interval).end <= instant) low = middle + 1;
    else high = middle;
  }
  const found = list[low];
  return found !== undefined && found.start <= instant;
}
