import type { GapFacts, Load } from './scorers/scorer.ts';

/** A slot that was found: where it lies, how good it is, and how it was scored. */
export interface Found {
  readonly score: number;
  /** What slots are ranked by: the score, less 2 where the distance is unknown. So those rank behind all others. */
  readonly order: number;
  readonly start: number;
  /** Place of the resource in the order of numbers. */
  readonly rank: number;
  readonly gap: number;
  readonly facts: GapFacts;
  readonly load: Load;
}

/** What decides the position of a slot in the ranking. */
export type Standing = Pick<Found, 'order' | 'start' | 'rank'>;

/** Whether a slot is ranked before another: better, else sooner, else the lower number. */
export const precedes = (a: Standing, b: Standing): boolean =>
  a.order !== b.order ? a.order > b.order : a.start !== b.start ? a.start < b.start : a.rank < b.rank;

/** The best `limit` of all slots offered: a heap with the worst of them on top. */
export class Best {
  readonly #limit: number;
  readonly #heap: Found[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#heap.length === 0;
  }

  /** Below this order nothing is among the best. */
  get least(): number {
    if (this.#limit === 0) return Number.POSITIVE_INFINITY;
    return this.#heap.length < this.#limit ? Number.NEGATIVE_INFINITY : (this.#heap[0] as Found).order;
  }

  /** Adds a slot if it is among the best; returns whether it is. */
  offer(found: Found): boolean {
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push(found);
      this.#rise(heap.length - 1);
      return true;
    }
    if (this.#limit === 0 || !precedes(found, heap[0] as Found)) return false;
    heap[0] = found;
    this.#sink();
    return true;
  }

  inOrder(): Found[] {
    return [...this.#heap].sort((a, b) => (precedes(a, b) ? -1 : precedes(b, a) ? 1 : 0));
  }

  #rise(from: number): void {
    const heap = this.#heap;
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1;
      if (!precedes(heap[above] as Found, heap[at] as Found)) return;
      [heap[above], heap[at]] = [heap[at] as Found, heap[above] as Found];
      at = above;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    for (let at = 0; ; ) {
      let worst = at;
      for (const below of [2 * at + 1, 2 * at + 2])
        if (below < heap.length && precedes(heap[worst] as Found, heap[below] as Found)) worst = below;
      if (worst === at) return;
      [heap[worst], heap[at]] = [heap[at] as Found, heap[worst] as Found];
      at = worst;
    }
  }
}
