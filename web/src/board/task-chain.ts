import type { Interval } from './types.ts';

/**
 * The times of tasks that are planned one after the other from an instant on, as the service computes their ends: work that does not fit
 * into the working time left goes on in the next. A task after the end of a working day begins with the next working time.
 */
export function inARow(
  work: readonly { readonly durationMs: number }[],
  working: readonly Interval[],
  at: number,
): Interval[] {
  let start = at;
  return work.map(({ durationMs }) => {
    const time = { start, end: endAfter(start, durationMs, working) };
    start = nextStart(time.end, working);
    return time;
  });
}

function endAfter(start: number, durationMs: number, working: readonly Interval[]): number {
  const wall = start + durationMs;
  let rest = durationMs;
  for (const each of working) {
    if (each.end <= start) continue;
    if (rest === durationMs && each.start > start) {
      // Outside working time it is overtime, which takes time of the clock.
      if (wall <= each.start) return wall;
      rest -= Math.max(0, each.start - start);
    }
    const from = Math.max(each.start, start);
    if (rest <= each.end - from) return from + rest;
    rest -= each.end - from;
  }
  return wall;
}

function nextStart(end: number, working: readonly Interval[]): number {
  if (!working.some((each) => each.end === end)) return end;
  return working.find((each) => each.start >= end)?.start ?? end;
}
