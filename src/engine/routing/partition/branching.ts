import type { Sets } from './sets.ts';

/** As many as pay: what is not found by then is hardly ever found. */
const MOST_NODES = 8000;

/**
 * Chooses sets that have each element once, by branch and bound: always next for the element that the fewest sets can still have, the set with the
 * least extra cost first.
 */
export class Branching {
  readonly #sets: Sets;
  readonly #extra: Float64Array;
  /** The elements of each set as bits, in so many words, and those that are in chosen sets. */
  readonly #words: number;
  readonly #bits: Int32Array;
  readonly #covered: Int32Array;
  readonly #elements: number;
  readonly #chosen: number[] = [];
  #best: number[] | undefined;
  #most = 0;
  #nodes = 0;

  /** `extra`: what each set costs beyond the prices of its elements. Never negative. */
  constructor(sets: Sets, elements: number, extra: Float64Array) {
    this.#sets = sets;
    this.#extra = extra;
    this.#elements = elements;
    this.#words = Math.ceil(elements / 32);
    this.#bits = new Int32Array(sets.cost.length * this.#words);
    this.#covered = new Int32Array(this.#words);
  }

  /** The best choice from a list, least extra cost first, that costs less than `most` beside the elements; or undefined if none is found. */
  run(list: Int32Array, most: number): readonly number[] | undefined {
    const { starts, elements } = this.#sets;
    for (const set of list)
      for (let at = starts[set] as number; at < (starts[set + 1] as number); at++) {
        const element = elements[at] as number;
        const word = set * this.#words + (element >> 5);
        this.#bits[word] = (this.#bits[word] as number) | (1 << (element & 31));
      }
    this.#most = most;
    this.#branch(list, list.length, 0, this.#elements);
    return this.#best;
  }

  /** The first `count` of a list have nothing in common with what is chosen. So many elements are left. */
  #branch(list: Int32Array, count: number, spent: number, left: number): void {
    if (left === 0) {
      this.#best = this.#chosen.slice();
      this.#most = spent - 1e-6;
      return;
    }
    if (++this.#nodes > MOST_NODES) return;
    const element = this.#next(list, count, spent);
    if (element < 0) return;
    const { starts } = this.#sets;
    const rest = new Int32Array(count);
    const mask = 1 << (element & 31);
    for (let no = 0; no < count && this.#nodes <= MOST_NODES; no++) {
      const set = list[no] as number;
      if (((this.#bits[set * this.#words + (element >> 5)] as number) & mask) === 0) continue;
      const cost = spent + (this.#extra[set] as number);
      if (cost >= this.#most) return;
      const kept = this.#compatible(list, count, set, this.#most - cost, rest);
      this.#toggle(set);
      this.#chosen.push(set);
      this.#branch(rest, kept, cost, left - (starts[set + 1] as number) + (starts[set] as number));
      this.#chosen.pop();
      this.#toggle(set);
    }
  }

  /** The element that the fewest sets have; or -1 where one can be had at no price that is left. */
  #next(list: Int32Array, count: number, spent: number): number {
    const { starts, elements } = this.#sets;
    const choices = new Int32Array(this.#elements);
    const least = new Float64Array(this.#elements).fill(Number.POSITIVE_INFINITY);
    for (let no = 0; no < count; no++) {
      const set = list[no] as number;
      const own = this.#extra[set] as number;
      for (let at = starts[set] as number, end = starts[set + 1] as number; at < end; at++) {
        const element = elements[at] as number;
        choices[element] = (choices[element] as number) + 1;
        if (own < (least[element] as number)) least[element] = own;
      }
    }
    let [next, fewest] = [-1, Number.POSITIVE_INFINITY];
    for (let element = 0; element < this.#elements; element++) {
      if (((this.#covered[element >> 5] as number) >>> (element & 31)) & 1) continue;
      if (spent + (least[element] as number) >= this.#most) return -1;
      if ((choices[element] as number) >= fewest) continue;
      fewest = choices[element] as number;
      next = element;
    }
    return next;
  }

  /** Collects the sets that have nothing in common with one and cost less than `most`, and answers how many. */
  #compatible(list: Int32Array, count: number, set: number, most: number, rest: Int32Array): number {
    const words = this.#words;
    const bits = this.#bits;
    let kept = 0;
    for (let no = 0; no < count; no++) {
      const other = list[no] as number;
      if ((this.#extra[other] as number) >= most) break;
      let common = 0;
      for (let at = 0; at < words; at++)
        common |= (bits[other * words + at] as number) & (bits[set * words + at] as number);
      if (common === 0) rest[kept++] = other;
    }
    return kept;
  }

  /** Covers the elements of a set, or uncovers them. */
  #toggle(set: number): void {
    for (let at = 0; at < this.#words; at++)
      this.#covered[at] = (this.#covered[at] as number) ^ (this.#bits[set * this.#words + at] as number);
  }
}
