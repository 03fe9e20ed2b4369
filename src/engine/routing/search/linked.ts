import type { Chance } from '../../../domain/random.ts';
import { refreshAround } from '../solution/refresh.ts';
import type { Solution } from '../solution/solution.ts';
import { Candidates } from './candidates.ts';
import { notBefore } from './leaders.ts';

/** How many combinations are looked at, for each visit. Nearly always the cheapest are among the first few dozen. */
const COMBINATIONS = 2000;

/**
 * Finds the cheapest places for the visits of a team or a link: by different resources, at the right distance. For each visit its places are
 * listed, the cheapest first; combinations are tried in that order, as long as the ways alone cost less than the best so far.
 */
export class LinkedInsertion {
  delta = Number.POSITIVE_INFINITY;
  readonly #solution: Solution;
  readonly #chance: Chance;
  readonly #blink: number;
  #first = -1;
  #size = 0;
  /** Of each visit: where its places are listed. The members of a team share a list. */
  readonly #lists: Candidates[] = [];
  readonly #listOf: number[] = [];
  /** What the visits from each one on cost at least. */
  readonly #least: number[] = [];
  /** The places at hand, and those of the best combination with its starts. */
  readonly #chosen: number[] = [];
  readonly #best: { after: number; from: number; till: number }[] = [];
  #left = 0;

  constructor(solution: Solution, chance: Chance, blink: number) {
    this.#solution = solution;
    this.#chance = chance;
    this.#blink = blink;
  }

  find(unit: number): boolean {
    const { units, task } = this.#solution.layout;
    this.delta = Number.POSITIVE_INFINITY;
    this.#first = units.first[unit] as number;
    this.#size = units.size[unit] as number;
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
    this.#least[this.#size] = 0;
    for (let member = this.#size - 1; member >= 0; member--)
      this.#least[member] = (this.#least[member + 1] as number) + (this.#list(member).cost(0) as number);
    this.#left = COMBINATIONS * this.#size;
    this.#choose(0, 0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    return this.delta < Number.POSITIVE_INFINITY;
  }

  put(unit: number): boolean {
    const solution = this.#solution;
    for (let member = 0; member < this.#size; member++) {
      const node = this.#first + member;
      const { after, from, till } = this.#best[member] as { after: number; from: number; till: number };
      solution.put(node, after, from, till);
      refreshAround(solution, node);
    }
    if (!solution.carryOver(unit)) return false;
    solution.settle(unit, false);
    return true;
  }

  #list(member: number): Candidates {
    return this.#lists[this.#listOf[member] as number] as Candidates;
  }

  /** Places for one visit after the other. `low` and `high`: when the first visit can start by those that are chosen. */
  #choose(member: number, sum: number, low: number, high: number): void {
    if (member === this.#size) {
      this.#judge(sum, low);
      return;
    }
    const { minGap, maxGap } = this.#solution.layout.units;
    const list = this.#list(member);
    const rest = this.#least[member + 1] as number;
    const node = this.#first + member;
    // Who of a team comes first makes no difference.
    const isSame = member > 0 && this.#listOf[member] === this.#listOf[member - 1];
    for (let rank = isSame ? (this.#chosen[member - 1] as number) + 1 : 0; rank < list.count; rank++) {
      const cost = sum + list.cost(rank);
      if (cost + rest >= this.delta || this.#left-- <= 0) return;
      const at = list.at(rank);
      const least = Math.max(low, (list.starts[at] as number) - (maxGap[node] as number));
      const most = Math.min(high, (list.latest[at] as number) - (minGap[node] as number));
      if (least > most || this.#isTaken(member, list.resource[at] as number)) continue;
      this.#chosen[member] = rank;
      this.#choose(member + 1, cost, least, most);
    }
  }

  #isTaken(member: number, resource: number): boolean {
    for (let other = 0; other < member; other++) {
      const list = this.#list(other);
      if (list.resource[list.at(this.#chosen[other] as number)] === resource) return true;
    }
    return false;
  }

  /** What a combination costs with the lateness that it causes. */
  #judge(sum: number, moment: number): void {
    const solution = this.#solution;
    const { units } = solution.layout;
    const { tally } = solution;
    tally.begin();
    let cost = sum;
    for (let member = 0; member < this.#size; member++) {
      const list = this.#list(member);
      const at = list.at(this.#chosen[member] as number);
      const node = this.#first + member;
      cost -= list.late[at] as number;
      tally.add(
        node,
        list.route[at] as number,
        solution.next[list.after[at] as number] as number,
        Math.max(list.starts[at] as number, moment + (units.minGap[node] as number)),
      );
      if (cost + tally.sum() + (list.late[at] as number) >= this.delta && member === 0) return;
    }
    cost += tally.sum();
    if (cost >= this.delta || (this.#blink !== 0 && this.#chance.next() < this.#blink)) return;
    this.delta = cost;
    for (let member = 0; member < this.#size; member++) {
      const list = this.#list(member);
      const at = list.at(this.#chosen[member] as number);
      const node = this.#first + member;
      const starts = Math.max(list.starts[at] as number, moment + (units.minGap[node] as number));
      const isHeld = units.leads[node] === 1;
      this.#best[member] = {
        after: list.after[at] as number,
        from: isHeld ? starts : (list.from[at] as number),
        till: isHeld ? starts : (list.till[at] as number),
      };
    }
  }
}
