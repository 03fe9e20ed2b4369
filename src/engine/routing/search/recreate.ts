import type { Chance } from '../../../domain/random.ts';
import { LINKED, SINGLE } from '../layout/unit-kinds.ts';
import type { Solution } from '../solution/solution.ts';
import { ContainerInsertion } from './container.ts';
import { costOfKeeping, keepAsPlanned } from './kept.ts';
import { knownPlacesFor } from './known-places.ts';
import { LinkedInsertion } from './linked.ts';
import { LEAST_ROOM, Orders } from './order.ts';
import { SingleInsertion } from './single.ts';
import { takeOff } from './take-off.ts';

type AnyInsertion = SingleInsertion | LinkedInsertion | ContainerInsertion;

const BLINK = 0.01;
/** How many of the tasks that nobody serves are tried each time. Trying all would make an overloaded plan slow. */
const SAMPLE = 10;

/**
 * How often a task is put in although its way costs more than it is worth. Two tasks at the end of a long road may not be worth the way each for
 * itself, and be worth it together.
 */
const GENEROUS = 0.25;

/** How often a refill is put in. */
const REFILLED = 0.3;

/** Puts tasks back one by one, each at its cheapest place. */
export class Recreate {
  readonly #solution: Solution;
  readonly #chance: Chance;
  readonly #orders: Orders;
  readonly #single: SingleInsertion;
  readonly #linked: LinkedInsertion;
  readonly #container: ContainerInsertion;
  readonly #disruption: number;
  readonly #maxChanges: number;
  #isGenerous = false;
  readonly #late: number[] = [];
  readonly #scrap: number[] = [];

  constructor(solution: Solution, chance: Chance, maxChanges: number) {
    this.#solution = solution;
    this.#chance = chance;
    this.#orders = new Orders(solution.layout, chance);
    this.#single = new SingleInsertion(solution, chance, BLINK, knownPlacesFor(solution));
    this.#linked = new LinkedInsertion(solution, chance, BLINK);
    this.#container = new ContainerInsertion(solution, chance, BLINK);
    this.#disruption = solution.layout.problem.weights.disruption;
    this.#maxChanges = maxChanges;
  }

  /**
   * Puts back what was taken off, and some of what was not in the solution before. Answers false as soon as the solution will cost more than `most`
   * whatever comes: then it is left half done, to be undone.
   */
  run(off: number[], most: number): boolean {
    const { absent, absentCount, ownUnit } = this.#solution;
    // Those that were taken off just now stand at the end of the list.
    const others = absentCount - off.length;
    if (others <= SAMPLE)
      for (let at = 0; at < others; at++) {
        const unit = absent[at] as number;
        if (ownUnit[unit] === 1) off.push(unit);
      }
    else
      for (let count = 0; count < SAMPLE; count++) {
        const unit = absent[Math.floor(this.#chance.next() * others)] as number;
        if (ownUnit[unit] === 1 && !off.includes(unit)) off.push(unit);
      }
    this.#isGenerous = this.#chance.next() < GENEROUS;
    this.#orders.sort(off);
    return this.#putAll(off, most);
  }

  /** Whether the last run has improved the solution. */
  note(isBetter: boolean): void {
    this.#orders.note(isBetter);
  }

  /** Inserts all tasks that are not in the solution; first those that can be in the fewest places, for whom nothing else would be left. */
  fill(): void {
    const { absent, absentCount } = this.#solution;
    const all = Array.from(absent.subarray(0, absentCount));
    this.#orders.sortBy(all, LEAST_ROOM);
    this.#putAll(all, Number.POSITIVE_INFINITY);
  }

  /**
   * One after the other, those that wait for another too: whether what is waited for or what is not comes first decides who gets the place. Who
   * comes before what he waits for gets another turn, as long as that helps.
   */
  #putAll(list: readonly number[], most: number): boolean {
    const solution = this.#solution;
    const late = this.#late;
    late.length = 0;
    // What can still be gained: a task that is put back costs its way, and saves no more than this.
    let gain = 0;
    for (let at = 0; at < list.length; at++) gain += this.#mostGain(list[at] as number);
    for (let at = 0; at < list.length; at++) {
      // What the rest may cost.
      const left = most - solution.total + gain;
      if (left < 0) return false;
      const unit = list[at] as number;
      if (this.#mustWait(unit)) {
        late.push(unit);
        continue;
      }
      this.#put(unit, left);
      gain -= this.#mostGain(unit);
    }
    for (let isMore = late.length > 0; isMore; ) {
      isMore = false;
      for (const unit of late)
        if ((solution.absentAt[unit] as number) >= 0 && this.#put(unit, Number.POSITIVE_INFINITY)) isMore = true;
    }
    return true;
  }

  /** Whether something that it waits for is not in the solution. */
  #mustWait(unit: number): boolean {
    const { absentAt, layout } = this.#solution;
    const leaders = layout.units.leaders[unit] as readonly { readonly unit: number }[];
    for (let at = 0; at < leaders.length; at++) {
      const other = (leaders[at] as { readonly unit: number }).unit;
      if (other !== unit && (absentAt[other] as number) >= 0) return true;
    }
    return false;
  }

  #mostGain(unit: number): number {
    const { value, planned } = this.#solution.layout.units;
    return (value[unit] as number) + (planned[unit] as number) * this.#disruption;
  }

  /** A place that costs more than `left` is as good as none where leaving the task out costs more too: the round is abandoned either way. */
  #put(unit: number, left: number): boolean {
    const solution = this.#solution;
    const { units } = solution.layout;
    const value = units.value[unit] as number;
    const planned = units.planned[unit] as number;
    const place = this.#placeFor(unit);
    if (planned === 0) {
      const isRefillToTry = this.#isRefillToTry(unit);
      const most = left < value && !isRefillToTry ? left : Number.POSITIVE_INFINITY;
      const isFound = place === this.#single ? this.#single.find(unit, most) : place.find(unit);
      if (!isFound || (place.delta >= value && !this.#isGenerous && !isRefillToTry)) return false;
      return place.put(unit);
    }
    return this.#putPlanned(unit, place, value, planned * this.#disruption);
  }

  /** A refill is worth nothing before others make use of it. */
  #isRefillToTry(unit: number): boolean {
    const { units, otherLoads } = this.#solution.layout;
    const { refills } = otherLoads;
    return refills.length > 0 && refills[units.first[unit] as number] === 1 && this.#chance.next() < REFILLED;
  }

  /** As planned it costs no disruption; but there may be a better place that is worth it. */
  #putPlanned(unit: number, place: AnyInsertion, value: number, disruption: number): boolean {
    const solution = this.#solution;
    const keeping = costOfKeeping(solution, unit);
    const isKept = keeping < Number.POSITIVE_INFINITY;
    if (isKept) {
      this.#scrap.length = 0;
      takeOff(solution, unit, this.#scrap);
      solution.refreshTaken();
    }
    const moving = solution.changes <= this.#maxChanges && place.find(unit) ? place.delta : Number.POSITIVE_INFINITY;
    if (isKept && keeping <= moving + disruption) {
      if (keeping >= value + disruption && !this.#isGenerous) return false;
      return keepAsPlanned(solution, unit);
    }
    if (moving === Number.POSITIVE_INFINITY || (moving >= value && !this.#isGenerous)) return false;
    return place.put(unit);
  }

  #placeFor(unit: number): AnyInsertion {
    const kind = this.#solution.layout.units.kind[unit];
    return kind === SINGLE ? this.#single : kind === LINKED ? this.#linked : this.#container;
  }
}
