import { FAR } from '../layout/far.ts';
import { arrive } from './break-times.ts';
import type { State } from './state.ts';

/** Whether visits fit between two nodes of a route so that all of its breaks fit too. */
export class BreakRoom {
  readonly #solution: State;
  /** When one leaves the visit at hand, for each number of breaks that are over. */
  #leaves: Int32Array;
  #then: Int32Array;
  #route = 0;

  constructor(solution: State) {
    this.#solution = solution;
    this.#leaves = new Int32Array(solution.layout.breaks.most + 1);
    this.#then = new Int32Array(solution.layout.breaks.most + 1);
  }

  /** Whether a route has breaks at all. */
  isAsked(r: number): boolean {
    const { breaks } = this.#solution.layout;
    return breaks.most > 0 && (breaks.count[r] as number) > 0;
  }

  begin(r: number, before: number): void {
    const { most } = this.#solution.layout.breaks;
    this.#route = r;
    for (let taken = 0; taken <= most; taken++)
      this.#leaves[taken] = this.#solution.freeAt[before * (most + 1) + taken] as number;
  }

  /** A visit at the end of a way, which starts between two moments. */
  visit(travel: number, worked: number, from: number, till: number): void {
    const { breaks } = this.#solution.layout;
    const own = this.#route * breaks.most;
    const count = breaks.count[this.#route] as number;
    for (let taken = 0; taken <= count; taken++) {
      let best = FAR;
      for (let before = 0; before <= taken; before++) {
        const leaves = this.#leaves[before] as number;
        if (leaves < FAR) best = Math.min(best, arrive(breaks, own + before, own + taken, leaves, travel));
      }
      const starts = best > from ? best : from;
      this.#then[taken] = best < FAR && starts <= till ? starts + worked : FAR;
    }
    [this.#leaves, this.#then] = [this.#then, this.#leaves];
  }

  /** When one leaves the last visit at the earliest, if the next node is reached in time; -1 if it is not. */
  leavesFor(after: number, travel: number): number {
    const { layout, latestAt } = this.#solution;
    const { breaks } = layout;
    const own = this.#route * breaks.most;
    const count = breaks.count[this.#route] as number;
    let best = FAR;
    for (let taken = 0; taken <= count; taken++) {
      const leaves = this.#leaves[taken] as number;
      if (leaves >= best) continue;
      for (let then = taken; then <= count; then++)
        if (
          arrive(breaks, own + taken, own + then, leaves, travel) <=
          (latestAt[after * (breaks.most + 1) + then] as number)
        ) {
          best = leaves;
          break;
        }
    }
    return best < FAR ? best : -1;
  }
}
