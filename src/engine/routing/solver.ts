import { type Chance, chanceFrom } from '../../domain/random.ts';
import type { Layout } from './layout/layout.ts';
import type { Plan } from './model.ts';
import { type Course, ONCE, SEVERAL } from './search/course.ts';
import { LARGE, SMALL } from './search/known-places.ts';
import { isWorthRecombining, Recombination } from './search/recombination.ts';
import { Recreate } from './search/recreate.ts';
import { isDivisible, restrictTo } from './search/regions.ts';
import { Ruin } from './search/ruin.ts';
import { standAsPlanned } from './search/stand-as-planned.ts';
import { Exchange } from './solution/exchange.ts';
import { Snapshot } from './solution/snapshot.ts';
import { Solution } from './solution/solution.ts';

/** How bold the search is at last, in shares of what a visit costs to get to. */
const COLD = 0.03;

/**
 * The same at first. The first plan of many tasks has more that is wrong on the whole (who works where on which day), which a timid search does not
 * get out of any more. A large plan has too few rounds for each task to spend them on that: there a start as bold ended with worse plans.
 */
const hot = (units: number): number => (units >= LARGE ? 2.5 : Math.max(2.5, units / 100));

/** A larger plan is put together region by region: one in so many rounds, from this share of the time on. */
const RECOMBINES_REGIONS_FROM = 0.6;
const ROUNDS_A_REGION = 1000;
const NOTES_FOR_REGIONS_FROM = 0.4;

/**
 * Ruin and recreate under simulated annealing. It starts from the plan as it is, adds what can be added, and from then on takes some visits off
 * and puts them back over and over. A worse plan is accepted now and then, less and less as the time that is given runs out; the best one is kept,
 * and the search goes back to it a few times.
 */
export class Solver {
  readonly layout: Layout;
  iterations = 0;
  /** The iteration that found the best plan. */
  improvedAt = 0;
  readonly #solution: Solution;
  readonly #chance: Chance;
  readonly #ruin: Ruin;
  readonly #recreate: Recreate;
  readonly #best: Snapshot;
  readonly #off: number[] = [];
  readonly #scale: number;
  /** The routes of the best plan, to go back to. Undefined where the search never does. */
  #bestRoutes: Exchange | undefined;
  /** How often it has gone back, and put a plan together. */
  #returns = 0;
  #recombinations = 0;
  /** The iteration from which on the next region is put together. */
  #nextRegionAt = 0;
  /** Undefined where routes of different plans are no plan, or where it is not worth it. */
  readonly #recombination: Recombination | undefined;
  readonly #isSmall: boolean;
  readonly #course: Course;

  constructor(layout: Layout, seed: number) {
    this.layout = layout;
    this.#chance = chanceFrom(seed);
    this.#solution = new Solution(layout);
    this.#isSmall = layout.freeCount <= SMALL;
    if (isWorthRecombining(this.#solution, this.#isSmall)) this.#recombination = new Recombination(this.#solution);
    this.#course = this.#isSmall && this.#recombination?.areAlike ? SEVERAL : ONCE;
    standAsPlanned(this.#solution);
    // What cannot stay as planned has changed already, whatever the limit.
    const maxChanges = Math.max(layout.problem.maxChanges ?? Number.POSITIVE_INFINITY, this.#solution.changes);
    this.#ruin = new Ruin(this.#solution, this.#chance, maxChanges);
    this.#recreate = new Recreate(this.#solution, this.#chance, maxChanges);
    this.#best = new Snapshot(this.#solution);
    this.#solution.journal.begin();
    this.#recreate.fill();
    if (this.#solution.sum() < this.#best.cost) this.#best.take();
    else this.#solution.journal.undo();
    this.#scale = this.#wayPerVisit();
    if (layout.units.count >= LARGE || !this.isDivisible) return;
    this.#bestRoutes = new Exchange(layout, new ArrayBuffer(Exchange.bytes(layout)));
    this.#bestRoutes.write(this.#solution);
  }

  /** What the best plan costs. */
  get cost(): number {
    return this.#best.cost;
  }

  /** How many tasks, teams and containers the best plan leaves out. */
  get absent(): number {
    return this.#best.absent;
  }

  /** The best plan. */
  plan(): Plan {
    return this.#best.plan();
  }

  /** So many more rounds. `share` says how much of the time that is given has gone, from 0 to 1: it decides how bold they are. */
  step(rounds: number, share: number): void {
    const { units } = this.layout;
    if (units.count === 0) {
      this.iterations += rounds;
      return;
    }
    const solution = this.#solution;
    const off = this.#off;
    const first = hot(units.count);
    this.#goBackAt(share);
    const coldness = this.#course.coldness(share);
    const notesFrom = this.#isSmall ? this.#course.notesFrom : NOTES_FOR_REGIONS_FROM;
    const noted = coldness >= notesFrom ? this.#recombination : undefined;
    const heat = this.#scale * first * (COLD / first) ** coldness;
    for (let round = 0; round < rounds; round++) {
      const before = solution.total;
      solution.journal.begin();
      off.length = 0;
      this.#ruin.run(off);
      const most = before - heat * Math.log(this.#chance.next());
      this.iterations++;
      if (!this.#recreate.run(off, most) || solution.total >= most || !solution.isSound) {
        solution.journal.undo();
        this.#recreate.note(false);
        continue;
      }
      solution.journal.keep();
      noted?.note();
      this.#recreate.note(solution.total < before - 1e-9);
      this.#keepIfBest();
    }
    this.#recombineRegion(share);
  }

  /** The plan as it stands becomes the best one, if it is. */
  #keepIfBest(): void {
    const solution = this.#solution;
    if (solution.total >= this.#best.cost - 1e-9) return;
    // Sums of many small differences drift: the best plan is chosen by a fresh sum.
    solution.total = solution.sum();
    if (solution.total >= this.#best.cost - 1e-9) return;
    this.#best.take();
    this.#bestRoutes?.write(solution);
    this.improvedAt = this.iterations;
  }

  /** Puts the routes around the last round together from those that are known, if it is time for that. */
  #recombineRegion(share: number): void {
    const unit = this.#off[0];
    if (this.#isSmall || share < RECOMBINES_REGIONS_FROM || this.iterations < this.#nextRegionAt) return;
    if (unit === undefined || this.#recombination === undefined) return;
    this.#nextRegionAt = this.iterations + ROUNDS_A_REGION;
    if (this.#recombination.improveAround(unit)) this.#keepIfBest();
  }

  /** Goes back to the best plan if it is time for that. */
  #goBackAt(share: number): void {
    const due = countOf(this.#course.goesBackAt, share);
    if (due <= this.#returns) return;
    this.#returns = due;
    const { journal } = this.#solution;
    journal.begin();
    this.#bestRoutes?.readAll(this.#solution);
    // There is no way behind it.
    journal.begin();
    const recombinations = countOf(this.#course.recombinesAt, share);
    if (recombinations <= this.#recombinations) return;
    this.#recombinations = recombinations;
    if (this.#isSmall && this.#recombination?.improveAll()) this.#keepIfBest();
    // There is no way behind it.
    journal.begin();
  }

  /** Whether several solvers can search one plan together, each a region of it. */
  get isDivisible(): boolean {
    return isDivisible(this.#solution);
  }

  /** Hands the region that was searched to the others. At first it is the whole plan for one of them, and nothing for the others. */
  give(exchange: Exchange): void {
    exchange.write(this.#solution);
  }

  /** Takes over what the others have searched. From then on all have the same plan. */
  take(exchange: Exchange): void {
    const solution = this.#solution;
    solution.journal.begin();
    exchange.read(solution);
    solution.journal.begin();
    if (solution.total < this.#best.cost - 1e-9) {
      this.#best.take();
      this.improvedAt = this.iterations;
    }
  }

  /** Searches one of so many regions from now on. Which they are depends on the plan and the seed alone. Nobody goes back then: the plan is shared. */
  searchRegion(own: number, count: number, seed: number): void {
    this.#bestRoutes = undefined;
    restrictTo(this.#solution, own, count, chanceFrom(seed));
    this.#ruin.beginRegion();
  }

  /** Searches the whole plan from now on, or nothing. */
  searchAll(isAll: boolean): void {
    this.#bestRoutes = undefined;
    this.#solution.isDivided = !isAll;
    this.#solution.ownRoute.fill(isAll ? 1 : 0);
    this.#solution.ownUnit.fill(isAll ? 1 : 0);
    this.#ruin.beginRegion();
  }

  /** What an average visit costs to get to: the scale of all differences. The work itself is paid in every plan. */
  #wayPerVisit(): number {
    const { cost, size, busy, workingSecond } = this.#solution;
    let [sum, visits] = [0, 0];
    for (let r = 0; r < size.length; r++) {
      sum += cost[r] as number;
      visits += size[r] as number;
    }
    if (workingSecond !== 0) sum -= busy.reduce((all, own) => all + own, 0) * 3600 * workingSecond;
    const { units } = this.layout;
    const value = units.value.reduce((all, own) => all + own, 0) / Math.max(1, units.count);
    return Math.max(visits > 0 ? sum / visits : 0, value * 1e-4, 1e-9);
  }
}

/** How many of some moments have come. */
const countOf = (moments: readonly number[], share: number): number => moments.filter((each) => share >= each).length;
