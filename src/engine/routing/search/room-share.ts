/** Rounds after which the share is computed again, and what the rounds before count for then: some ten thousand rounds are remembered. */
const ROUNDS = 1000;
const REMEMBERED = 0.9;
/** How much more often an order is used than it is better. Both are used all the time, or it would not be known which one is better by now. */
const SHARPNESS = 4;
const LEAST = 0.05;

/**
 * How many of the rounds put tasks back in the order of their room, and how many in one of the other orders. Which of the two improves a plan more
 * often depends on the plan: twice as often by room where tasks need skills and days, hardly more often where everybody can do everything.
 */
export class RoomShare {
  share = 0.5;
  #isByRoom = false;
  #rounds = 0;
  /** Rounds, and those that improved the plan: of the other orders, and by room. One of each is taken as seen, so that nothing is divided by 0. */
  readonly #tried: [number, number] = [1, 1];
  readonly #better: [number, number] = [1, 1];

  /** Whether the next round is one by room, where `chance` is a random number below 1. */
  pick(chance: number): boolean {
    this.#isByRoom = chance < this.share;
    return this.#isByRoom;
  }

  /** What came of the round. */
  note(isBetter: boolean): void {
    const way = this.#isByRoom ? 1 : 0;
    this.#tried[way]++;
    if (isBetter) this.#better[way]++;
    if (++this.#rounds < ROUNDS) return;
    this.#rounds = 0;
    const [others, room] = [this.#better[0] / this.#tried[0], this.#better[1] / this.#tried[1]];
    const share = 1 / (1 + (others / room) ** SHARPNESS);
    this.share = Math.min(1 - LEAST, Math.max(LEAST, share));
    for (const each of [0, 1] as const) {
      this.#tried[each] = 1 + (this.#tried[each] - 1) * REMEMBERED;
      this.#better[each] = 1 + (this.#better[each] - 1) * REMEMBERED;
    }
  }
}
