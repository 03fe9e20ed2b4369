import type { Chance } from '../../../domain/random.ts';
import type { Solution } from '../solution/solution.ts';
import { LARGE } from './known-places.ts';
import { takeOff } from './take-off.ts';

/**
 * Adjacent string removal (Christiaens and Vanden Berghe, "Slack Induction by String Removals", 2020): around one task, a string of consecutive
 * visits is taken off each of some neighbouring routes. That makes room in time and space at one spot of the map, which is what a better plan
 * needs; visits taken off here and there leave holes that only themselves fit into.
 */
const MEAN_TAKEN = 10;
const LONGEST_STRING = 10;
/** How often a string leaves some visits in its middle where they are. */
const SPLIT = 0.5;
/** How often one more of them stays. */
const STAY_MORE = 0.01;

/**
 * A large plan is ruined in one area for some time, then in another one. What is read there stays in the cache meanwhile, and what is known of the
 * routes around does not become outdated between two rounds that ask for it.
 */
const AREA = 100;
const AREA_ROUNDS = 200;

export class Ruin {
  readonly #solution: Solution;
  readonly #chance: Chance;
  readonly #maxChanges: number;
  readonly #routeMark: Int32Array;
  #mark = 0;
  /** The movable visits of the route at hand, in order. */
  readonly #string: Int32Array;
  /** The units in an order in which neighbours follow each other; and where the present area starts in it. */
  #row: Int32Array;
  readonly #wholeRow: Int32Array;
  #areaStart = 0;
  #areaRounds = 0;

  constructor(solution: Solution, chance: Chance, maxChanges: number) {
    this.#solution = solution;
    this.#chance = chance;
    this.#maxChanges = maxChanges;
    this.#routeMark = new Int32Array(solution.layout.routes.count);
    this.#string = new Int32Array(solution.layout.freeCount);
    const { units, point } = solution.layout;
    const pointOf = (unit: number): number => point[units.first[unit] as number] as number;
    this.#wholeRow = Int32Array.from({ length: units.count }, (_, unit) => unit).sort(
      (a, b) => pointOf(a) - pointOf(b) || a - b,
    );
    this.#row = this.#wholeRow;
  }

  /** What is searched has changed. */
  beginRegion(): void {
    const { ownUnit } = this.#solution;
    this.#row = this.#wholeRow.filter((unit) => ownUnit[unit] === 1);
    this.#areaRounds = 0;
  }

  /** Takes visits off around a task. */
  run(off: number[]): void {
    const solution = this.#solution;
    if (this.#row.length === 0) return;
    const { near, nearCount } = solution.layout;
    const seed = this.#seed();
    const strings = this.#strings();
    this.#mark++;
    let taken = this.#takeAround(seed, off) ? 1 : 0;
    for (let at = seed * nearCount, stop = at + nearCount; at < stop && taken < strings; at++)
      if (this.#takeAround(near[at] as number, off)) taken++;
    solution.refreshTaken();
  }

  /** The unit around which visits are taken off. */
  #seed(): number {
    const row = this.#row;
    const { length } = row;
    if (this.#wholeRow.length < LARGE) return Math.floor(this.#chance.next() * length);
    if (this.#areaRounds-- <= 0) {
      this.#areaStart = Math.floor(this.#chance.next() * length);
      this.#areaRounds = AREA_ROUNDS;
    }
    const at = this.#areaStart + Math.floor(this.#chance.next() * AREA);
    return row[at % length] as number;
  }

  #longest(): number {
    const { visits, filledRoutes } = this.#solution;
    return Math.min(LONGEST_STRING, filledRoutes === 0 ? 1 : visits / filledRoutes);
  }
  #length = 1;

  #strings(): number {
    this.#length = this.#longest();
    const most = (4 * MEAN_TAKEN) / (1 + this.#length) - 1;
    return Math.floor(this.#chance.next() * most + 1);
  }

  /** Takes a string with a unit in it off its route, unless one was already taken off that route. */
  #takeAround(unit: number, off: number[]): boolean {
    const solution = this.#solution;
    if ((solution.absentAt[unit] as number) >= 0 || solution.ownUnit[unit] === 0) return false;
    const { first, size } = solution.layout.units;
    const members = size[unit] as number;
    const node = (first[unit] as number) + (members > 1 ? Math.floor(this.#chance.next() * members) : 0);
    const r = solution.route[node] as number;
    if (this.#routeMark[r] === this.#mark) return false;
    this.#routeMark[r] = this.#mark;
    this.#takeString(r, node, off);
    return true;
  }

  #takeString(r: number, node: number, off: number[]): void {
    const { layout, next } = this.#solution;
    const chance = this.#chance;
    const string = this.#string;
    let [count, at] = [0, 0];
    const end = layout.firstEnd + r;
    for (let each = next[layout.firstStart + r] as number; each !== end; each = next[each] as number)
      if (each < layout.freeCount) {
        if (each === node) at = count;
        string[count++] = each;
      }
    const length = Math.floor(chance.next() * Math.min(count, this.#length) + 1);
    let stay = 0;
    if (length > 1 && length < count && chance.next() < SPLIT) {
      stay = 1;
      while (length + stay < count && chance.next() < STAY_MORE) stay++;
    }
    const whole = length + stay;
    // The string holds the visit: it starts at most so many before it, and ends within the route.
    const least = Math.max(0, at - whole + 1);
    const most = Math.min(at, count - whole);
    const start = least + Math.floor(chance.next() * (most - least + 1));
    const stayFrom = stay === 0 ? -1 : start + Math.floor(chance.next() * (length + 1));
    for (let each = start; each < start + whole; each++) {
      if (stay > 0 && each >= stayFrom && each < stayFrom + stay) continue;
      this.#take(string[each] as number, off);
    }
  }

  /** What is kept as planned is taken only as long as changes are left. */
  #take(node: number, off: number[]): void {
    const solution = this.#solution;
    if ((solution.route[node] as number) < 0) return;
    const unit = solution.layout.units.of[node] as number;
    // Planned visits may have to go with a refill.
    const { refills } = solution.layout.otherLoads;
    if (refills.length > 0 && refills[node] === 1 && this.#maxChanges < Number.POSITIVE_INFINITY) return;
    if (solution.changes + this.#plannedWith(unit) > this.#maxChanges) return;
    takeOff(solution, unit, off);
  }

  /** How many changes it is to take a unit off, with those that wait for it. */
  #plannedWith(unit: number): number {
    const { kept, layout } = this.#solution;
    if (this.#maxChanges === Number.POSITIVE_INFINITY) return 0;
    let sum = kept[unit] === 1 ? (layout.units.planned[unit] as number) : 0;
    for (const each of layout.units.followers[unit] ?? []) sum += this.#plannedWith(each);
    return sum;
  }
}
