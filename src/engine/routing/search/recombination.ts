import { chanceFrom } from '../../../domain/random.ts';
import { cheaperPartition } from '../partition/cheapest.ts';
import { SetList } from '../partition/sets.ts';
import type { Solution } from '../solution/solution.ts';
import { isDivisible } from './regions.ts';
import { RoutePool } from './route-pool.ts';

/** Units of a region: so many are quickly put together in another way. */
const MOST_UNITS = 50;

/** Routes of plans on the way, and the cheapest ones that can be put together from them. */
export class Recombination {
  readonly #solution: Solution;
  readonly #pool: RoutePool;
  /** Whether it does not matter who drives. */
  readonly areAlike: boolean;
  /** What each route costs without visits: fixed work may be on it. */
  readonly #bare: Float64Array;
  /** What each unit, and behind the units each vehicle, was worth when it last took part. */
  readonly #price: Float64Array;
  /** Which unit and vehicle takes part, and as which element. */
  readonly #isUnit: Uint8Array;
  readonly #isVehicle: Uint8Array;
  readonly #elementOf: Int32Array;

  /** Of a solution on which nothing is that can be moved. */
  constructor(solution: Solution) {
    const { layout, cost } = solution;
    const { units, routes } = layout;
    this.#solution = solution;
    this.areAlike = areAlike(solution);
    // Names of sets only: they need not differ from search to search.
    this.#pool = new RoutePool(layout, this.areAlike, chanceFrom(1));
    this.#bare = cost.slice();
    this.#price = new Float64Array(units.count + routes.count);
    this.#isUnit = new Uint8Array(units.count);
    this.#isVehicle = new Uint8Array(routes.count);
    this.#elementOf = new Int32Array(units.count + routes.count).fill(-1);
  }

  /** Notes the routes that the last round has changed. */
  note(): void {
    const { journal, version, settledVersion, size } = this.#solution;
    const routes = journal.touched;
    for (let at = 0; at < routes.length; at++) {
      const r = routes[at] as number;
      if ((version[r] as number) > settledVersion && (size[r] as number) > 0)
        this.#pool.add(this.#solution, r, this.#cost(r));
    }
  }

  /** Makes all routes the cheapest ones that are found for what is on them. False if none cheaper are found. */
  improveAll(): boolean {
    const { size, ownRoute } = this.#solution;
    return this.#improve(Array.from(size.keys()).filter((r) => (size[r] as number) > 0 && ownRoute[r] === 1));
  }

  /** The same with the routes around a unit. */
  improveAround(unit: number): boolean {
    const { layout, route, size, ownUnit } = this.#solution;
    const { near, nearCount, units } = layout;
    const region: number[] = [];
    let visits = 0;
    const add = (each: number): void => {
      const r = route[units.first[each] as number] as number;
      if (r < 0 || ownUnit[each] === 0 || region.includes(r)) return;
      region.push(r);
      visits += size[r] as number;
    };
    add(unit);
    for (let at = unit * nearCount, stop = at + nearCount; at < stop && visits < MOST_UNITS; at++)
      add(near[at] as number);
    return this.#improve(region);
  }

  #improve(region: readonly number[]): boolean {
    const pool = this.#pool;
    let before = 0;
    const present = region.map((r) => {
      const cost = this.#cost(r);
      before += cost;
      return pool.add(this.#solution, r, cost);
    });
    const chosen = this.#cheapest(region, present);
    let after = 0;
    for (const place of chosen) after += pool.costOf(place);
    return after < before - 1e-6 && this.#replace(region, chosen);
  }

  /** The routes of the pool that cost least together and have the units of those that are present; those, in their best order, if no others are found. */
  #cheapest(region: readonly number[], present: readonly number[]): readonly number[] {
    const pool = this.#pool;
    const unitCount = this.#solution.layout.units.count;
    const places = this.#placesFor(region, present);
    // Units, and behind them vehicles.
    const parts: number[] = [];
    const elementOf = (part: number): number => {
      if ((this.#elementOf[part] as number) < 0) this.#elementOf[part] = parts.push(part) - 1;
      return this.#elementOf[part] as number;
    };
    const list = new SetList();
    const setOf = new Map<number, number>();
    for (const place of places) {
      const elements = pool.units(place).map(elementOf);
      if (!this.areAlike) elements.push(elementOf(unitCount + pool.vehicleOf(place)));
      setOf.set(place, list.add(pool.costOf(place), elements));
    }
    const known = present.map((place) => setOf.get(place) as number);
    // A vehicle may stay where it is.
    for (const part of parts.filter((each) => each >= unitCount)) {
      const set = list.add(0, [elementOf(part)]);
      if (!region.includes(part - unitCount)) known.push(set);
    }
    const price = Float64Array.from(parts, (part) => this.#price[part] as number);
    for (const place of present) {
      const units = pool.units(place);
      for (const unit of units) price[elementOf(unit)] ||= pool.costOf(place) / units.length;
    }
    const found = cheaperPartition(list.sets(), known, price);
    parts.forEach((part, element) => {
      this.#price[part] = price[element] as number;
      this.#elementOf[part] = -1;
    });
    return found === undefined ? present : found.flatMap((set) => places[set] ?? []);
  }

  /** The routes that have only units of those that are present, and the vehicles of the region or others that are free. */
  #placesFor(region: readonly number[], present: readonly number[]): readonly number[] {
    const { size, ownRoute } = this.#solution;
    this.#isUnit.fill(0);
    for (const place of present) for (const unit of this.#pool.units(place)) this.#isUnit[unit] = 1;
    for (let r = 0; r < size.length; r++) this.#isVehicle[r] = Number(size[r] === 0 && ownRoute[r] === 1);
    for (const r of region) this.#isVehicle[r] = 1;
    return this.#pool.within(this.#isVehicle, this.#isUnit);
  }

  /** Takes everything off the routes of a region, and puts what is on the chosen ones where they were driven, or, if vehicles are alike, anywhere. */
  #replace(region: readonly number[], chosen: readonly number[]): boolean {
    const solution = this.#solution;
    const { journal, total } = solution;
    const vehicles = this.areAlike
      ? [...region, ...this.#freeVehicles()]
      : chosen.map((place) => this.#pool.vehicleOf(place));
    if (vehicles.length < chosen.length) return false;
    journal.begin();
    for (const r of region) this.#empty(r);
    solution.refreshTaken();
    chosen.forEach((place, at) => {
      this.#pool.put(place, solution, vehicles[at] as number);
    });
    if (solution.isSound && solution.total < total - 1e-9) {
      journal.keep();
      return true;
    }
    journal.undo();
    return false;
  }

  #freeVehicles(): readonly number[] {
    const { size, ownRoute } = this.#solution;
    return Array.from(size.keys()).filter((r) => size[r] === 0 && ownRoute[r] === 1);
  }

  #empty(r: number): void {
    const solution = this.#solution;
    const { layout, next, absentAt } = solution;
    const { firstStart, firstEnd, freeCount, units } = layout;
    for (let node = next[firstStart + r] as number; node !== firstEnd + r; ) {
      const after = next[node] as number;
      if (node < freeCount) {
        solution.take(node);
        const unit = units.of[node] as number;
        if ((absentAt[unit] as number) < 0) solution.unsettle(unit);
      }
      node = after;
    }
  }

  /** What a route costs because of what is on it, and because that is not as planned. */
  #cost(r: number): number {
    const { layout, cost, next, kept, disruption } = this.#solution;
    const { firstStart, firstEnd, freeCount, units } = layout;
    let sum = (cost[r] as number) - (this.#bare[r] as number);
    for (let node = next[firstStart + r] as number; node !== firstEnd + r; node = next[node] as number) {
      if (node >= freeCount) continue;
      const unit = units.of[node] as number;
      if (kept[unit] === 0 && node === units.first[unit]) sum += (units.planned[unit] as number) * disruption;
    }
    return sum;
  }
}

/** Whether other routes for the same units are a plan again: nothing depends on anything else than its own route. */
export const isRecombinable = (solution: Solution): boolean =>
  solution.layout.otherLoads.refills.length === 0 && isDivisible(solution);

/** Whether that is worth its time. A large plan of vehicles that are alike has long routes, and gains more from more rounds. */
export const isWorthRecombining = (solution: Solution, isSmall: boolean): boolean =>
  isRecombinable(solution) && (isSmall || !areAlike(solution));

/** Whether it does not matter to any plan which vehicle drives which route. */
function areAlike({ layout }: Solution): boolean {
  const { fixed, kinds, units } = layout;
  return fixed.count === 0 && kinds.every((kind) => kind === kinds[0]) && units.planned.every((count) => count === 0);
}
