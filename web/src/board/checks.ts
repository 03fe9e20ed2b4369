import type { Bar, BoardResource, Interval } from './types.ts';

/** Checks that the board makes itself while something is dragged. The service makes the others on drop. */
export interface Candidate extends Interval {
  readonly resource: BoardResource;
  /** Ascending by start. */
  readonly others: readonly Bar[];
}

export const overlapsAny = ({ start, end, others }: Candidate, own: ReadonlySet<number>): boolean =>
  others.some((bar) => !own.has(bar.id) && bar.start < end && bar.end > start);

/** True when a part of the interval is outside the working time of the resource. */
export function isOutsideHours({ start, end, resource }: Candidate): boolean {
  let at = start;
  for (const interval of resource.working) {
    if (interval.end <= at) continue;
    if (interval.start > at) return true;
    at = interval.end;
    if (at >= end) return false;
  }
  return at < end;
}

export const missingValues = (requires: readonly number[], resource: BoardResource): number[] =>
  requires.filter((value) => !resource.has.has(value));
