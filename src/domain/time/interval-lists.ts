import type { Interval } from './interval.ts';

/** Equal lists of intervals are listed once; records refer to them by index. */
export class IntervalLists {
  readonly lists: (readonly Interval[])[] = [];
  readonly #indexes = new Map<string, number>();

  indexOf(intervals: readonly Interval[]): number {
    const key = intervals.map(({ start, end }) => `${start} ${end}`).join();
    const index = this.#indexes.get(key) ?? this.lists.push(intervals) - 1;
    this.#indexes.set(key, index);
    return index;
  }
}
