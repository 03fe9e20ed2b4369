import { LARGE } from '../../engine/routing/search/known-places.ts';
import { Exchange } from '../../engine/routing/solution/exchange.ts';
import type { Solver } from '../../engine/routing/solver.ts';
import type { Share } from './thread-messages.ts';

/** Where in the memory that threads share: how often one of them has come to a meeting; whether one has left; and when the first one began. */
const ARRIVED = 0;
const LEFT = 1;
const CONTROL_BYTES = 16;
const BEGAN_AT = 8;

/** Between two looks at whether the search has to stop. */
const LOOK_MS = 50;
/** How long one that is to stop still waits for the others, so that nothing they have found is lost. */
const STOP_MS = 500;

/** Memory for a plan of so many visits, twice: one is read while the other is written. */
export const sharedMemory = (visits: number): SharedArrayBuffer => new SharedArrayBuffer(CONTROL_BYTES + 32 * visits);

/**
 * One plan that several threads search together, each a region of it. From time to time they meet: each hands in its region and takes over those
 * of the others, and the plan is divided again. All see the same plan then, so they find the same regions without talking about them.
 *
 * A thread that waits too long, or that ends, leaves: from then on each searches the whole plan by itself.
 */
export class SharedPlan {
  readonly #solver: Solver;
  readonly #share: Share;
  readonly #control: Int32Array;
  readonly #exchanges: readonly Exchange[];
  readonly #isStopped: () => boolean;
  #meetings = 0;

  private constructor(solver: Solver, share: Share, isStopped: () => boolean) {
    const { memory } = share;
    const bytes = Exchange.bytes(solver.layout);
    this.#solver = solver;
    this.#share = share;
    this.#isStopped = isStopped;
    this.#control = new Int32Array(memory, 0, 2);
    this.#exchanges = [0, 1].map((no) => new Exchange(solver.layout, memory, CONTROL_BYTES + no * bytes));
  }

  /** Undefined where a plan cannot be divided. All threads have the same problem, and answer the same. */
  static of(solver: Solver, share: Share | undefined, isStopped: () => boolean): SharedPlan | undefined {
    if (share === undefined || share.count < 2 || solver.layout.units.count < LARGE || !solver.isDivisible)
      return undefined;
    if (share.memory.byteLength < CONTROL_BYTES + 2 * Exchange.bytes(solver.layout)) return undefined;
    return new SharedPlan(solver, share, isStopped);
  }

  /** All start from the plan of the first. Answers when that one began: all keep to its clock. Undefined if they did not find together. */
  begin(began: number, mostMs: number): number | undefined {
    const clock = new Float64Array(this.#share.memory, BEGAN_AT, 1);
    if (this.#share.own === 0) clock[0] = began;
    this.#solver.searchAll(this.#share.own === 0);
    return this.meet(mostMs) ? clock[0] : undefined;
  }

  /** False if one of the others has left, or has not come for so long. Then this one leaves too, and has the whole plan to itself. */
  meet(mostMs: number): boolean {
    const { own, count, seed } = this.#share;
    const exchange = this.#exchanges[this.#meetings % 2] as Exchange;
    this.#solver.give(exchange);
    this.#meetings++;
    if (!this.#haveAllArrived(this.#meetings * count, mostMs)) {
      this.leave();
      this.#solver.searchAll(true);
      return false;
    }
    this.#solver.take(exchange);
    this.#solver.searchRegion(own, count, seed + this.#meetings);
    return true;
  }

  /** The others need not wait for this one any more. */
  leave(): void {
    Atomics.store(this.#control, LEFT, 1);
    Atomics.notify(this.#control, ARRIVED);
  }

  #haveAllArrived(wanted: number, mostMs: number): boolean {
    const control = this.#control;
    if (Atomics.add(control, ARRIVED, 1) + 1 === wanted) Atomics.notify(control, ARRIVED);
    const since = performance.now();
    for (;;) {
      const arrived = Atomics.load(control, ARRIVED);
      if (arrived >= wanted) return true;
      const most = this.#isStopped() ? Math.min(STOP_MS, mostMs) : mostMs;
      if (Atomics.load(control, LEFT) !== 0 || performance.now() - since > most) return false;
      Atomics.wait(control, ARRIVED, arrived, LOOK_MS);
    }
  }
}
