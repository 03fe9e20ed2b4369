import type { Layout } from '../layout/layout.ts';
import type { Solution } from './solution.ts';

/**
 * Routes that several searches of one problem hand to each other, in memory that they share. Each writes those that it has searched, and reads
 * those of the others.
 */
export class Exchange {
  readonly #next: Int32Array;
  readonly #from: Int32Array;
  readonly #till: Int32Array;
  readonly #kept: Int32Array;

  /** From a place of the buffer on. */
  constructor({ nodeCount, units }: Layout, buffer: ArrayBufferLike, at = 0) {
    const row = 4 * nodeCount;
    this.#next = new Int32Array(buffer, at, nodeCount);
    this.#from = new Int32Array(buffer, at + row, nodeCount);
    this.#till = new Int32Array(buffer, at + 2 * row, nodeCount);
    this.#kept = new Int32Array(buffer, at + 3 * row, units.count);
  }

  static bytes({ nodeCount, units }: Layout): number {
    return 12 * nodeCount + 4 * units.count;
  }

  /** The routes of the solution that are searched in it. */
  write({ layout, ownRoute, next, from, till, kept }: Solution): void {
    const { firstStart, firstEnd, freeCount, units } = layout;
    for (let r = 0; r < ownRoute.length; r++) {
      if (ownRoute[r] === 0) continue;
      for (let node = firstStart + r; node !== firstEnd + r; node = next[node] as number) {
        this.#next[node] = next[node] as number;
        this.#from[node] = from[node] as number;
        this.#till[node] = till[node] as number;
        if (node >= freeCount) continue;
        const unit = units.of[node] as number;
        this.#kept[unit] = kept[unit] as number;
      }
    }
  }

  /** Makes the other routes of the solution what others have written. */
  read(solution: Solution): void {
    this.#read(solution, (r) => solution.ownRoute[r] === 0);
  }

  /** Makes all routes what was written. */
  readAll(solution: Solution): void {
    this.#read(solution, () => true);
  }

  #read(solution: Solution, isRead: (r: number) => boolean): void {
    const { layout, absentAt } = solution;
    const { firstStart, firstEnd, freeCount, units, routes } = layout;
    const changed: number[] = [];
    for (let r = 0; r < routes.count; r++) if (isRead(r) && !this.#isSame(solution, r)) changed.push(r);
    // A visit may have come from another of these routes: all are emptied first.
    for (const r of changed)
      for (let node = solution.next[firstStart + r] as number; node !== firstEnd + r; ) {
        const after = solution.next[node] as number;
        if (node < freeCount) {
          solution.take(node);
          const unit = units.of[node] as number;
          if ((absentAt[unit] as number) < 0) solution.unsettle(unit);
        }
        node = after;
      }
    solution.refreshTaken();
    for (const r of changed) {
      for (let node = firstStart + r; node !== firstEnd + r; node = this.#next[node] as number) {
        const after = this.#next[node] as number;
        if (after >= freeCount) continue;
        solution.put(after, node, this.#from[after] as number, this.#till[after] as number);
        const unit = units.of[after] as number;
        if ((absentAt[unit] as number) >= 0) solution.settle(unit, this.#kept[unit] === 1);
      }
      solution.refresh(r);
    }
    solution.total = solution.sum();
  }

  #isSame({ layout, next, from, till, kept }: Solution, r: number): boolean {
    const { firstStart, firstEnd, freeCount, units } = layout;
    for (let node = firstStart + r; node !== firstEnd + r; node = next[node] as number) {
      if (next[node] !== this.#next[node]) return false;
      if (node >= freeCount) continue;
      if (from[node] !== this.#from[node] || till[node] !== this.#till[node]) return false;
      const unit = units.of[node] as number;
      if (kept[unit] !== this.#kept[unit]) return false;
    }
    return true;
  }
}
