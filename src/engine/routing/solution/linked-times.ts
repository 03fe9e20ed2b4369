import type { Journal } from './journal.ts';
import { refreshRoute } from './refresh.ts';
import type { State } from './state.ts';

/** How often each route may be recomputed, on average, until its times are taken to be impossible: visits that wait for each other never settle. */
const TURNS = 12;

/**
 * Times across routes. A linked visit may start in its own window, as far as the visits that are linked with it can start at the right distance:
 * their earliest and latest starts narrow its `from` and `till`, and with these two every route can be looked at alone. A change on one route
 * is carried over to the others until nothing changes any more.
 */
export class LinkedTimes {
  readonly #solution: State;
  readonly #journal: Journal;
  readonly #queue: Int32Array;
  #first = 0;
  #count = 0;
  readonly #isQueued: Uint8Array;
  readonly #isStale: Uint8Array;

  constructor(solution: State, journal: Journal) {
    const { count } = solution.layout.routes;
    this.#solution = solution;
    this.#journal = journal;
    this.#queue = new Int32Array(count);
    this.#isQueued = new Uint8Array(count);
    this.#isStale = new Uint8Array(count);
  }

  /** The times of a route have changed. */
  changed(r: number): void {
    if (this.#isQueued[r] === 1) return;
    this.#isQueued[r] = 1;
    this.#queue[(this.#first + this.#count++) % this.#queue.length] = r;
  }

  /** After visits were put in: carries starts that are later, and latest starts that are earlier, over to the other routes. False where they cannot be kept. */
  tighten(): boolean {
    const solution = this.#solution;
    const { layout, next, early, late } = solution;
    const { firstStart, firstEnd, freeCount, units } = layout;
    let turns = TURNS * this.#queue.length;
    while (this.#count > 0) {
      const r = this.#queue[this.#first] as number;
      this.#first = (this.#first + 1) % this.#queue.length;
      this.#count--;
      this.#isQueued[r] = 0;
      if (this.#isStale[r] === 1) {
        this.#isStale[r] = 0;
        refreshRoute(solution, r);
      }
      const end = firstEnd + r;
      for (let node = next[firstStart + r] as number; node !== end; node = next[node] as number) {
        if (node >= freeCount || units.linked[node] === 0) continue;
        if (turns < 0 || (early[node] as number) > (late[node] as number)) {
          this.#forget();
          return false;
        }
        this.#passOn(node);
      }
      turns--;
    }
    return true;
  }

  /** After visits were taken off routes: everything that is linked with them, directly or not, is computed afresh. */
  loosen(routes: Int32Array, count: number): boolean {
    const solution = this.#solution;
    const { layout, next, route, from, till, ownFrom, ownTill } = solution;
    const { firstStart, firstEnd, freeCount, units } = layout;
    for (let at = 0; at < count; at++) this.changed(routes[at] as number);
    for (let at = 0; at < this.#count; at++) {
      const r = this.#queue[(this.#first + at) % this.#queue.length] as number;
      this.#journal.keepRoute(r);
      this.#isStale[r] = 1;
      const end = firstEnd + r;
      for (let node = next[firstStart + r] as number; node !== end; node = next[node] as number) {
        if (node >= freeCount || units.linked[node] === 0) continue;
        from[node] = ownFrom[node] as number;
        till[node] = ownTill[node] as number;
        const unit = units.of[node] as number;
        const first = units.first[unit] as number;
        for (let member = first; member < first + (units.size[unit] as number); member++)
          if (route[member] !== -1) this.changed(route[member] as number);
      }
    }
    return this.tighten();
  }

  #forget(): void {
    this.#isQueued.fill(0);
    this.#isStale.fill(0);
    this.#count = 0;
  }

  #passOn(node: number): void {
    const { layout, early, late, route } = this.#solution;
    const { of, first: firstOf, size, gapAt, gap } = layout.units;
    const unit = of[node] as number;
    const first = firstOf[unit] as number;
    const [earliest, latest] = [early[node] as number, late[node] as number];
    for (let member = first; member < first + (size[unit] as number); member++)
      if (member !== node && route[member] !== -1)
        this.#bound(
          member,
          earliest + (gap[(gapAt[node] as number) + member - first] as number),
          latest - (gap[(gapAt[member] as number) + node - first] as number),
        );
  }

  #bound(node: number, least: number, most: number): void {
    const { route, from, till, early, late } = this.#solution;
    if (least <= (from[node] as number) && most >= (till[node] as number)) return;
    const r = route[node] as number;
    this.#journal.keepRoute(r);
    if (least > (from[node] as number)) from[node] = least;
    if (most < (till[node] as number)) till[node] = most;
    if (least <= (early[node] as number) && most >= (late[node] as number)) return;
    this.#isStale[r] = 1;
    this.changed(r);
  }
}
