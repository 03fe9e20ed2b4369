import type { Chance } from '../../../domain/random.ts';
import { refreshAround } from '../solution/refresh.ts';
import type { Solution } from '../solution/solution.ts';
import { Candidates } from './candidates.ts';
import { notBefore } from './leaders.ts';
import type { LinkedPlace } from './linked-place.ts';

/** How many places are tried, for each visit. Each one is put in and taken off again. */
const TRIALS = 150;

/**
 * Finds places for the visits of a link of which one resource may make several: on one route the time and the cost of the one depend on where the
 * other is, so they are put in for real, one after the other, and taken off again.
 */
export class SharedInsertion {
  delta = Number.POSITIVE_INFINITY;
  places: LinkedPlace[] = [];
  readonly #solution: Solution;
  readonly #chance: Chance;
  readonly #blink: number;
  readonly #lists: Candidates[] = [];
  readonly #put: LinkedPlace[] = [];
  #unit = -1;
  #base = 0;
  #left = 0;

  constructor(solution: Solution, chance: Chance, blink: number) {
    this.#solution = solution;
    this.#chance = chance;
    this.#blink = blink;
  }

  /** Whether there is a combination that costs less than `most`. */
  find(unit: number, most: number): boolean {
    this.delta = most;
    this.places = [];
    this.#unit = unit;
    this.#base = this.#solution.total;
    this.#left = TRIALS * (this.#solution.layout.units.size[unit] as number);
    this.#place(0);
    return this.delta < most;
  }

  #place(member: number): void {
    const solution = this.#solution;
    const { units } = solution.layout;
    if (member === units.size[this.#unit]) {
      this.#judge();
      return;
    }
    const node = (units.first[this.#unit] as number) + member;
    const moment = notBefore(solution, this.#unit, node);
    if (moment === undefined) return;
    this.#lists[member] ??= new Candidates(solution);
    const list = this.#lists[member] as Candidates;
    list.collect(node, moment, true, this.#routesFor(member));
    const sum = solution.total - this.#base;
    for (let rank = 0; rank < list.count; rank++) {
      if (sum + list.cost(rank) >= this.delta || this.#left <= 0) return;
      const at = list.at(rank);
      if (!this.#isPossible(node, list, at)) continue;
      this.#left--;
      const place = {
        node,
        after: list.after[at] as number,
        from: list.from[at] as number,
        till: list.till[at] as number,
      };
      if (!this.#tryOut(place)) continue;
      this.#put.push(place);
      this.#place(member + 1);
      this.#put.pop();
      solution.takeOne(node);
    }
  }

  /** Visits on routes of their own have been looked at before: the last one only goes where another one is, unless two share a route already. */
  #routesFor(member: number): readonly number[] | undefined {
    const { route, layout } = this.#solution;
    if (member === 0 || member + 1 < (layout.units.size[this.#unit] as number)) return undefined;
    const routes = this.#put.map(({ node }) => route[node] as number);
    const known = new Set(routes);
    return known.size < routes.length ? undefined : [...known];
  }

  #isPossible(node: number, list: Candidates, at: number): boolean {
    const { layout, route, early, late } = this.#solution;
    const { first: firstOf, gapAt, gap, differs } = layout.units;
    const first = firstOf[this.#unit] as number;
    const own = (gapAt[node] as number) - first;
    for (const { node: other } of this.#put) {
      const back = (gapAt[other] as number) + node - first;
      if ((early[other] as number) + (gap[back] as number) > (list.latest[at] as number)) return false;
      if ((list.starts[at] as number) + (gap[own + other] as number) > (late[other] as number)) return false;
      if (differs[back] === 1 && list.resource[at] === layout.routes.resource[route[other] as number]) return false;
    }
    return true;
  }

  /** Puts a visit in. False, and all is as it was, where it cannot keep its distance to those that are in. */
  #tryOut({ node, after, from, till }: LinkedPlace): boolean {
    const solution = this.#solution;
    solution.put(node, after, from, till);
    refreshAround(solution, node);
    if (this.#isReachable(node)) return solution.carryOverOne(node);
    solution.takeOne(node);
    return false;
  }

  /** Whether the work and the ways between two visits of one route are shorter than their distance may be: otherwise they would never settle. */
  #isReachable(node: number): boolean {
    const { layout, route, tail } = this.#solution;
    const { first: firstOf, gapAt, gap } = layout.units;
    const first = firstOf[this.#unit] as number;
    for (const { node: other } of this.#put) {
      if (route[other] !== route[node]) continue;
      const [before, after] = (tail[other] as number) > (tail[node] as number) ? [other, node] : [node, other];
      const between = (tail[before] as number) - (tail[after] as number);
      if (between > -(gap[(gapAt[after] as number) + before - first] as number)) return false;
    }
    return true;
  }

  #judge(): void {
    const { layout, total, early } = this.#solution;
    const cost = total - this.#base;
    if (cost >= this.delta || (this.#blink !== 0 && this.#chance.next() < this.#blink)) return;
    this.delta = cost;
    this.places = this.#put.map(({ node, after, from, till }) => {
      const isHeld = layout.units.leads[node] === 1;
      const starts = early[node] as number;
      return { node, after, from: isHeld ? starts : from, till: isHeld ? starts : till };
    });
  }
}
