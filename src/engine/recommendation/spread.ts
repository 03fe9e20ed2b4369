import { Best, type Found, precedes, type Standing } from './best.ts';

/**
 * Which part of the ranking is wanted. Slots are ranked in rounds: the best `perResource` slots of every resource, by their order; then the next
 * `perResource` slots of every resource, and so on. Each slot has one position, and a page of a round has at most `perResource` slots of a resource.
 */
export interface Spread {
  readonly perResource: number;
  /** From 0. */
  readonly round: number;
  /** Only slots after this one in the round. */
  readonly after: Standing | undefined;
}

/** More slots than any resource has. */
const ANY_NUMBER = Number.MAX_SAFE_INTEGER;
export const WITHOUT_ROUNDS: Spread = { perResource: ANY_NUMBER, round: 0, after: undefined };

/** How many slots the round has, and whether another follows. */
export interface Round {
  readonly size: number;
  readonly isLast: boolean;
}

/** The best slots of a round. Resources offer theirs one after the other. */
export class BestOfRound {
  readonly #best: Best;
  readonly #spread: Spread;
  /** Of the first round no resource can have more on a page than the page has: its slots need not be counted. */
  readonly #isCounted: boolean;
  #own: Best;
  #size = 0;
  #isLast = true;

  constructor(limit: number, spread: Spread) {
    this.#best = new Best(limit);
    this.#spread = spread;
    this.#isCounted = spread.round > 0 || spread.after !== undefined || spread.perResource < limit;
    this.#own = this.#isCounted ? this.#bestOfOne() : this.#best;
  }

  /** Below this order nothing is wanted, of the resource that is offering. */
  get least(): number {
    return Math.max(this.#best.least, this.#own.least);
  }

  /** Whether a slot is wanted so far. If not, none that the resource has behind it is. */
  offer(found: Found): boolean {
    if (!this.#isCounted) return this.#best.offer(found);
    return found.order >= this.#best.least && this.#own.offer(found);
  }

  /** The resource has offered all of its slots: `count` of them. */
  close(count: number): void {
    const { perResource, round, after } = this.#spread;
    const before = round * perResource;
    this.#size += Math.min(perResource, Math.max(0, count - before));
    if (count > before + perResource) this.#isLast = false;
    if (!this.#isCounted || this.#own.isEmpty) return;
    for (const found of this.#own.inOrder().slice(before))
      if (after === undefined || precedes(after, found)) this.#best.offer(found);
    this.#own = this.#bestOfOne();
  }

  get round(): Round {
    return { size: this.#size, isLast: this.#isLast };
  }

  inOrder(): Found[] {
    return this.#best.inOrder();
  }

  #bestOfOne(): Best {
    return new Best((this.#spread.round + 1) * this.#spread.perResource);
  }
}
