import type { Interval } from '../../domain/time/interval.ts';

/** What each occurrence of a series meets of what there is already; starts ascend, and those that meet nothing are left out. */
export function meetings<T extends Interval>(
  starts: readonly number[],
  lengthMs: number,
  taken: readonly T[],
): ReadonlyMap<number, readonly T[]> {
  const met = new Map<number, T[]>();
  for (const each of taken) {
    // Occurrences are equally long: those that meet it start one after the other.
    for (let i = firstAfter(starts, each.start - lengthMs); i < starts.length; i++) {
      const start = starts[i] as number;
      if (start >= each.end) break;
      const others = met.get(start);
      if (others) others.push(each);
      else met.set(start, [each]);
    }
  }
  return met;
}

/** Where the first number stands that is larger. */
function firstAfter(ascending: readonly number[], than: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= than) low = middle + 1;
    else high = middle;
  }
  return low;
}
