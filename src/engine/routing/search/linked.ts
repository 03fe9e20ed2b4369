import type { Chance } from '../../../domain/random.ts';
import { refreshAround } from '../solution/refresh.ts';
import type { Solution } from '../solution/solution.ts';
import { workingCost } from '../solution/working-time.ts';
import { Candidates } from './candidates.ts';
import { notBefore } from './leaders.ts';
import type { LinkedPlace } from './linked-place.ts';
import { SharedInsertion } from './shared.ts';

/** How many combinations are looked at, for each visit. Nearly always the cheapest are among the first few dozen. */
const COMBINATIONS = 2000;

/**
 * Finds the cheapest places for the visits of a team or a link: by different resources, at the right distance. For each visit its places are
 * listed, the cheapest first; combinations are tried in that order, as long as the ways alone cost less than the best so far. Several visits
 * on one route are tried separately: the place of the one then depends on the other.
 */
export class LinkedInsertion {
  delta = Number.POSITIVE_INFINITY;
  readonly #solution: Solution;
  readonly #chance: Chance;
  readonly #blink: number;
  readonly #shared: SharedInsertion;
  #first = -1;
  #size = 0;
  /** Of each visit: where its places are listed. The members of a team share a list. */
  readonly #lists: Candidates[] = [];
  readonly #listOf: number[] = [];
  /** What the visits from each one on cost at least. */
  readonly #least: number[] = [];
  /** The places at hand, and those of the best combination in the order in which they are taken. */
  readonly #chosen: number[] = [];
  #best: LinkedPlace[] = [];
  #left = 0;

  constructor(solution: Solution, chance: Chance, blink: number) {
    this.#solution = solution;
    this.#chance = chance;
    this.#blink = blink;
    this.#shared = new SharedInsertion(solution, chance, blink);
  }

  find(unit: number): boolean {
    const { units } = this.#solution.layout;
    this.delta = Number.POSITIVE_INFINITY;
    this.#first = units.first[unit] as number;
    this.#size = units.size[unit] as number;
    if (!this.#collect(unit)) return false;
    this.#least[this.#size] = 0;
    for (let member = this.#size - 1; member >= 0; member--)
      this.#least[member] = (this.#least[member + 1] as number) + (this.#list(member).cost(0) as number);
    this.#left = COMBINATIONS * this.#size;
    this.#choose(0, 0);
    if (units.shares[unit] === 1 && this.#shared.find(unit, this.delta)) {
      this.delta = this.#shared.delta;
      this.#best = [...this.#shared.places];
    }
    return this.delta < Number.POSITIVE_INFINITY;
  }

  put(unit: number): boolean {
    const solution = this.#solution;
    for (const { node, after, from, till } of this.#best) {
      solution.put(node, after, from, till);
      refreshAround(solution, node);
    }
    if (!solution.carryOver(unit)) return false;
    solution.settle(unit, false);
    return true;
  }

  /** Lists the places of each visit; false if one has none. */
  #collect(unit: number): boolean {
    const { task } = this.#solution.layout;
    for (let member = 0; member < this.#size; member++) {
      const node = this.#first + member;
      if (member > 0 && task[node] === task[node - 1]) {
        this.#listOf[member] = this.#listOf[member - 1] as number;
        continue;
      }
      const moment = notBefore(this.#solution, unit, node);
      if (moment === undefined) return false;
      this.#listOf[member] = member;
      this.#lists[member] ??= new Candidates(this.#solution);
      const isTeam = member + 1 < this.#size && task[node] === task[node + 1];
      if (this.#list(member).collect(node, moment, !isTeam) === 0) return false;
    }
    return true;
  }

  #list(member: number): Candidates {
    return this.#lists[this.#listOf[member] as number] as Candidates;
  }

  /** Places for one visit after the other. */
  #choose(member: number, sum: number): void {
    if (member === this.#size) {
      this.#judge(sum);
      return;
    }
    const list = this.#list(member);
    const rest = this.#least[member + 1] as number;
    // Who of a team comes first makes no difference.
    const isSame = member > 0 && this.#listOf[member] === this.#listOf[member - 1];
    for (let rank = isSame ? (this.#chosen[member - 1] as number) + 1 : 0; rank < list.count; rank++) {
      const cost = sum + list.cost(rank);
      if (cost + rest >= this.delta || this.#left-- <= 0) return;
      if (!this.#isPossible(member, list, list.at(rank))) continue;
      this.#chosen[member] = rank;
      this.#choose(member + 1, cost);
    }
  }

  /** Whether a place is at the right distance from those that are chosen, on another route, and of another resource where that is needed. */
  #isPossible(member: number, list: Candidates, at: number): boolean {
    const { gapAt, gap, differs } = this.#solution.layout.units;
    const own = gapAt[this.#first + member] as number;
    const [starts, latest] = [list.starts[at] as number, list.latest[at] as number];
    for (let other = 0; other < member; other++) {
      const taken = this.#list(other);
      const there = taken.at(this.#chosen[other] as number);
      const back = (gapAt[this.#first + other] as number) + member;
      if ((taken.starts[there] as number) + (gap[back] as number) > latest) return false;
      if (starts + (gap[own + other] as number) > (taken.latest[there] as number)) return false;
      if (taken.route[there] === list.route[at]) return false;
      if (taken.resource[there] === list.resource[at] && differs[back] === 1) return false;
    }
    return true;
  }

  /** When a visit starts in the combination at hand: as soon as it can, and all others can. */
  #startOf(member: number): number {
    const { gapAt, gap } = this.#solution.layout.units;
    let starts = Number.NEGATIVE_INFINITY;
    for (let other = 0; other < this.#size; other++) {
      const list = this.#list(other);
      const own = list.starts[list.at(this.#chosen[other] as number)] as number;
      const least = own + (gap[(gapAt[this.#first + other] as number) + member] as number);
      if (least > starts) starts = least;
    }
    return starts;
  }

  /** What a combination costs with the lateness that it causes. */
  #judge(sum: number): void {
    const solution = this.#solution;
    const { units } = solution.layout;
    const { tally } = solution;
    tally.begin();
    let cost = sum;
    for (let member = 0; member < this.#size; member++) {
      const list = this.#list(member);
      const at = list.at(this.#chosen[member] as number);
      const node = this.#first + member;
      const [r, after] = [list.route[at] as number, solution.next[list.after[at] as number] as number];
      const starts = this.#startOf(member);
      cost -= list.late[at] as number;
      tally.add(node, r, after, starts);
      if (solution.workingSecond !== 0) cost += workingCost(solution, node, r, after, starts, starts);
      if (cost + tally.sum() + (list.late[at] as number) >= this.delta && member === 0) return;
    }
    cost += tally.sum();
    if (cost >= this.delta || (this.#blink !== 0 && this.#chance.next() < this.#blink)) return;
    this.delta = cost;
    this.#best.length = 0;
    for (let member = 0; member < this.#size; member++) {
      const list = this.#list(member);
      const at = list.at(this.#chosen[member] as number);
      const node = this.#first + member;
      const isHeld = units.leads[node] === 1;
      this.#best.push({
        node,
        after: list.after[at] as number,
        from: isHeld ? this.#startOf(member) : (list.from[at] as number),
        till: isHeld ? this.#startOf(member) : (list.till[at] as number),
      });
    }
  }
}
