import type { Question } from './question.ts';

/**
 * The minutes at which slots may start: a grid of the wall clock. Where the clock is changed, the grid goes on with the new time: there is one
 * run of starts per stretch of a constant offset.
 */
export class Grid {
  readonly #step: number;
  readonly #share: number;
  readonly #from: Int32Array;
  readonly #till: Int32Array;
  readonly #offset: Int32Array;
  /** The stretch that was counted in last. */
  #knownFrom = 0;
  #knownTill = 0;
  #knownOffset = 0;

  constructor({ grid, offsets }: Question) {
    this.#step = grid;
    this.#share = 1 / grid;
    this.#from = Int32Array.from(offsets, ({ from }) => from);
    this.#till = Int32Array.from(offsets, ({ till }) => till);
    this.#offset = Int32Array.from(offsets, ({ offset }) => offset);
  }

  /** How many starts lie between two minutes, both included: most gaps are only counted. */
  count(from: number, last: number): number {
    // Nearly always all of it lies in the stretch of the one before.
    if (from < this.#knownFrom || last >= this.#knownTill) return this.#countFrom(from, last);
    const offset = this.#knownOffset;
    return this.#stepsUntil(last + offset) - this.#stepsUntil(from - 1 + offset);
  }

  #countFrom(from: number, last: number): number {
    let count = 0;
    for (let i = 0; i < this.#from.length; i++) {
      if ((this.#till[i] as number) <= from) continue;
      if ((this.#from[i] as number) > last) break;
      const offset = this.#offset[i] as number;
      this.#knownFrom = this.#from[i] as number;
      this.#knownTill = this.#till[i] as number;
      this.#knownOffset = offset;
      const before = Math.max(from, this.#from[i] as number) - 1;
      count += this.#stepsUntil(this.#end(i, last) + offset) - this.#stepsUntil(before + offset);
    }
    return count;
  }

  /** The starts themselves, in order, until one is not wanted. */
  visit(from: number, last: number, isWanted: (start: number) => boolean): void {
    for (let i = 0; i < this.#from.length; i++) {
      const offset = this.#offset[i] as number;
      const before = Math.max(from, this.#from[i] as number) - 1;
      const end = this.#end(i, last);
      for (let start = (this.#stepsUntil(before + offset) + 1) * this.#step - offset; start <= end; start += this.#step)
        if (!isWanted(start)) return;
    }
  }

  /** Half a minute on, a product is as sure as a quotient, which takes three times as long: whole minutes are never so near to the next step. */
  #stepsUntil(local: number): number {
    return Math.floor((local + 0.5) * this.#share);
  }

  #end(stretch: number, minute: number): number {
    return Math.min(minute, (this.#till[stretch] as number) - 1);
  }
}
