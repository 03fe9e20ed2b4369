import type { Chance } from '../../../domain/random.ts';
import { refreshAround } from '../solution/refresh.ts';
import type { Solution } from '../solution/solution.ts';
import { type KnownPlaces, LARGE, SMALL } from './known-places.ts';
import { NEAREST, reachesOf } from './reach.ts';
import { listRoutesNear } from './routes-near.ts';
import { VisitPlaces } from './visit-places.ts';

/** How often a task is tried everywhere all the same: hardly ever is not never. */
const EVERYWHERE = 0.002;

/**
 * On longer routes of a large plan, of which most is far away from a task, the places next to the nearest visits are sooner looked at than all
 * places of the routes that a round has changed. How long routes are is looked at once in so many searches.
 */
const LONG_ROUTE = 16;
const FINDS_A_LOOK = 5000;

/** Finds the cheapest place for a task that is visited by one resource. What it found stands in its fields until the next search. */
export class SingleInsertion {
  readonly #solution: Solution;
  readonly #chance: Chance;
  readonly #blink: number;
  readonly #places: VisitPlaces;
  readonly #known: KnownPlaces | undefined;
  /** In a large plan, all places of the routes nearby are looked at: on many days most of the nearest visits are of no use. */
  readonly #isLarge: boolean;
  readonly #reaches: Float64Array;
  /** The routes to look at. */
  readonly #list: Int32Array;
  #listed = 0;
  /** Those of them whose best place is not known; and those that the round has changed. */
  readonly #stale: Int32Array;
  readonly #changed: Int32Array;
  readonly #routeMark: Int32Array;
  /** The search in which an empty route of a kind was last looked at: another one of that kind is no better. */
  readonly #kindMark: Int32Array;
  #mark = 0;
  #looksIn = 0;
  #hasLongRoutes = false;
  /** Behind which node it is best, as long as that is a known place. */
  #knownAfter = -1;

  /** Every place is overlooked with the probability `blink`: without that, the same places would win each time. */
  constructor(solution: Solution, chance: Chance, blink: number, known?: KnownPlaces) {
    const { count } = solution.layout.routes;
    this.#solution = solution;
    this.#chance = chance;
    this.#blink = blink;
    this.#places = new VisitPlaces(solution, chance, blink);
    this.#known = known;
    this.#isLarge = solution.layout.units.count >= LARGE;
    this.#reaches = known === undefined || this.#isLarge ? new Float64Array() : reachesOf(solution.layout);
    this.#kindMark = new Int32Array(count);
    // One more for visits that are not in the solution.
    this.#routeMark = new Int32Array(count + 1);
    this.#list = new Int32Array(count + 1);
    this.#stale = new Int32Array(count + 1);
    this.#changed = new Int32Array(count + 1);
  }

  /** What the solution costs more with it, without what it is worth. Infinite where there is no place. */
  get delta(): number {
    return this.#places.delta;
  }

  get after(): number {
    return this.#places.after;
  }

  get from(): number {
    return this.#places.from;
  }

  get till(): number {
    return this.#places.till;
  }

  /** Whether there is a place. One that costs `most` or more may count as none. */
  find(unit: number, most = Number.POSITIVE_INFINITY): boolean {
    const places = this.#places;
    if (!places.begin(unit)) return false;
    const { freeCount, units } = this.#solution.layout;
    const everywhere = freeCount <= SMALL || this.#chance.next() < EVERYWHERE;
    // What waits for another may start at another moment each time.
    const isKnowable = this.#known !== undefined && units.leaders[unit]?.length === 0;
    if (isKnowable && (everywhere ? this.#isLarge : !this.#areRoutesLong())) {
      places.delta = most;
      if (!this.#isLarge) places.reach = this.#reaches[unit] as number;
      return this.#findKnown(this.#known, unit, everywhere);
    }
    if (everywhere) this.#everywhere();
    else {
      this.#near(unit);
      this.#emptyDays(unit);
      if (places.after < 0) this.#everywhere();
    }
    return places.after >= 0;
  }

  /** The same on one route only. */
  findOn(unit: number, r: number): boolean {
    if (!this.#places.begin(unit)) return false;
    this.#along(r);
    return this.#places.after >= 0;
  }

  /** Puts it where the last search found best. False if a linked visit on another route does not allow it. */
  put(unit: number): boolean {
    const solution = this.#solution;
    const { node, after, from, till } = this.#places;
    solution.put(node, after, from, till);
    refreshAround(solution, node);
    if (!solution.carryOver(unit)) return false;
    solution.settle(unit, false);
    return true;
  }

  /** By what is known of the routes of the visits that are near, and of empty days. */
  #findKnown(known: KnownPlaces, unit: number, everywhere: boolean): boolean {
    const { near, nearCost, nearCount, emptyDays, firstStart, firstEnd } = this.#solution.layout;
    const { next, size, ownRoute } = this.#solution;
    const places = this.#places;
    this.#knownAfter = -1;
    this.#mark++;
    if (everywhere) this.#listAll();
    else {
      const first = unit * nearCount;
      const enough = Math.min(nearCount, NEAREST);
      this.#listRoutesNear(first, first + enough);
      this.#choose(known, unit);
      // Where all days around are full, one further away may be better: as long as going there and back costs less than what is found.
      if (this.#isLarge)
        for (let at = first + enough; at < first + nearCount && 2 * (nearCost[at] as number) < places.delta; at++) {
          this.#listRoutesOf(near[at] as number);
          if (this.#listed > 0) this.#choose(known, unit);
        }
      else if (enough < nearCount && 2 * (nearCost[first + enough] as number) < places.delta) this.#nearToo(unit);
      const { at: starts, route, cost, withFixed } = emptyDays;
      for (let at = starts[unit] as number, stop = starts[unit + 1] as number; at < stop; at++) {
        if ((cost[at] as number) >= places.delta) break;
        const r = route[at] as number;
        if (next[firstStart + r] !== firstEnd + r || ownRoute[r] === 0 || this.#isKnownEmpty(r)) continue;
        this.#list[this.#listed++] = r;
        this.#choose(known, unit);
      }
      for (let at = 0; at < withFixed.length; at++) {
        const r = withFixed[at] as number;
        if (size[r] === 0 && ownRoute[r] === 1) this.#list[this.#listed++] = r;
      }
      if (this.#listed > 0) this.#choose(known, unit);
      if (places.delta < Number.POSITIVE_INFINITY) return this.#settle();
      if (!this.#isLarge) {
        places.reach = Number.POSITIVE_INFINITY;
        this.#everywhere();
        return places.after >= 0;
      }
      this.#mark++;
      this.#listAll();
    }
    this.#choose(known, unit);
    return this.#settle();
  }

  /** Also next to visits that are near, beside what is known. */
  #nearToo(unit: number): void {
    const before = this.#places.delta;
    this.#near(unit);
    if (this.#places.delta < before) this.#knownAfter = -1;
  }

  #settle(): boolean {
    return this.#knownAfter >= 0 ? this.#places.settleFor(this.#knownAfter) : this.#places.after >= 0;
  }

  #areRoutesLong(): boolean {
    if (this.#looksIn-- > 0) return this.#hasLongRoutes;
    const { size } = this.#solution;
    let [visits, routes] = [0, 0];
    for (let r = 0; r < size.length; r++) {
      visits += size[r] as number;
      if ((size[r] as number) > 0) routes++;
    }
    this.#looksIn = FINDS_A_LOOK;
    this.#hasLongRoutes = visits > LONG_ROUTE * routes;
    return this.#hasLongRoutes;
  }

  /** The routes of the visits at some places of the table of neighbours. */
  #listRoutesNear(from: number, till: number): void {
    const solution = this.#solution;
    const { near, units, freeCount } = solution.layout;
    if (units.count === freeCount)
      this.#listed = listRoutesNear(
        solution,
        this.#places.task,
        from,
        till,
        this.#list,
        this.#listed,
        this.#routeMark,
        this.#mark,
      );
    else for (let at = from; at < till; at++) this.#listRoutesOf(near[at] as number);
  }

  /** The routes on which the visits of a unit are, unless they were looked at already. */
  #listRoutesOf(unit: number): void {
    const { route, layout, ownUnit } = this.#solution;
    if (ownUnit[unit] === 0) return;
    const { units, windows, routes } = layout;
    const first = units.first[unit] as number;
    const firstPair = this.#places.task * routes.count;
    for (let node = first + (units.size[unit] as number) - 1; node >= first; node--) {
      const r = route[node] as number;
      if (r < 0 || this.#routeMark[r] === this.#mark) continue;
      this.#routeMark[r] = this.#mark;
      if (windows.isOpen[firstPair + r] === 1) this.#list[this.#listed++] = r;
    }
  }

  /** All routes, but of empty ones that are alike only the first. */
  #listAll(): void {
    const { layout, ownRoute } = this.#solution;
    const { count } = layout.routes;
    this.#listed = 0;
    for (let r = 0; r < count; r++) if (ownRoute[r] === 1 && !this.#isKnownEmpty(r)) this.#list[this.#listed++] = r;
  }

  /** The best place on the routes of the list, which is empty then: first by what is known, then on those that the round has changed. */
  #choose(known: KnownPlaces, unit: number): void {
    const { version, settledVersion, layout, balanceWeight } = this.#solution;
    const places = this.#places;
    const list = this.#list;
    const first = unit * layout.routes.count;
    const { figures } = known;
    let [settled, stale, changed] = [0, 0, 0];
    for (let at = 0; at < this.#listed; at++) {
      const r = list[at] as number;
      const own = version[r] as number;
      const isSettled = Number(own <= settledVersion);
      // Without branches, as above.
      this.#changed[changed] = list[settled] = this.#stale[stale] = r;
      changed += 1 - isSettled;
      settled += isSettled;
      stale += isSettled & Number(figures[2 * (first + r)] !== own);
    }
    this.#listed = 0;
    if (stale > 0) places.look(this.#stale, stale, known, first);
    for (let at = 0; at < settled; at++) {
      const r = list[at] as number;
      let delta = figures[2 * (first + r) + 1] as number;
      if (delta >= places.delta) continue;
      if (balanceWeight !== 0) delta += this.#balance(r);
      if (delta >= places.delta || (this.#blink !== 0 && this.#chance.next() < this.#blink)) continue;
      places.delta = delta;
      this.#knownAfter = known.after[first + r] as number;
    }
    if (changed === 0) return;
    const before = places.delta;
    places.look(this.#changed, changed);
    if (places.delta < before) this.#knownAfter = -1;
  }

  /** What the work on a route costs more or less for the balance. */
  #balance(r: number): number {
    const { layout, busy } = this.#solution;
    const resource = layout.routes.resource[r] as number;
    const hours = busy[resource] as number;
    const worked = (layout.duration[this.#places.node] as number) / 3600;
    return this.#solution.balanceOf(resource, hours + worked) - this.#solution.balanceOf(resource, hours);
  }

  /**
   * Before and behind the visits that are near, the nearest first. This is where the time goes, and most of it would be waiting for tables that do
   * not fit the cache: so everything that can be decided without them is checked first. Whether anybody on that route may, whether there is a gap as long as the
   * task while it may be; and whether the way can be short enough. A place between two visits is met at the nearer of them first: the other one is
   * at least as far away.
   */
  #near(unit: number): void {
    const { layout, route, next, prev, legAfter, leave, late, ownUnit, isDivided } = this.#solution;
    const { units, points, windows, routes, point, freeCount, near, nearCost, nearCount } = layout;
    const { cost, costTo, isSymmetric } = points;
    const { first: firstOf, size: sizeOf } = units;
    const { isOpen } = windows;
    const places = this.#places;
    const row = places.row;
    const worked = layout.duration[places.node] as number;
    const firstPair = places.task * routes.count;
    const latest = windows.last[places.task] as number;
    const opens = windows.first[places.task] as number;
    const ends = worked + (opens > places.notBefore ? opens : places.notBefore);
    const enough = unit * nearCount + NEAREST;
    for (let at = unit * nearCount, stop = at + nearCount; at < stop; at++) {
      // Where all days around are full, one further away may be better: as long as going there and back costs less than what is found.
      if (at >= enough && 2 * (nearCost[at] as number) >= places.delta) break;
      const other = near[at] as number;
      if (isDivided && ownUnit[other] === 0) continue;
      const least = isSymmetric ? 2 * (nearCost[at] as number) : 0;
      const first = firstOf[other] as number;
      for (let member = first + (sizeOf[other] as number) - 1; member >= first; member--) {
        const r = route[member] as number;
        if (r < 0 || isOpen[firstPair + r] === 0) continue;
        for (let isBehind = 1; isBehind >= 0; isBehind--) {
          const before = isBehind === 1 ? member : (prev[member] as number);
          const after = isBehind === 1 ? (next[member] as number) : member;
          const leaves = leave[before] as number;
          const until = late[after] as number;
          if (leaves > latest || until < ends || until - leaves < worked) continue;
          const saved = legAfter[before] as number;
          if (before < freeCount && after < freeCount && least - saved >= places.delta) continue;
          const way =
            (costTo[row + (point[before] as number)] as number) + (cost[row + (point[after] as number)] as number);
          if (way - saved < places.delta) places.tryPlace(before, after, way - saved);
        }
      }
    }
  }

  /** Days with nothing on them, as far as the way out and back is worth it; and those on which only fixed work is. */
  #emptyDays(unit: number): void {
    const { layout, size, next, ownRoute } = this.#solution;
    const { emptyDays, firstStart, firstEnd } = layout;
    const { at: starts, route, cost, withFixed } = emptyDays;
    this.#mark++;
    for (let at = starts[unit] as number, stop = starts[unit + 1] as number; at < stop; at++) {
      if ((cost[at] as number) >= this.#places.delta) break;
      const r = route[at] as number;
      if (next[firstStart + r] === firstEnd + r && ownRoute[r] === 1 && !this.#isKnownEmpty(r)) this.#along(r);
    }
    for (let at = 0; at < withFixed.length; at++) {
      const r = withFixed[at] as number;
      if (size[r] === 0 && ownRoute[r] === 1) this.#along(r);
    }
  }

  #everywhere(): void {
    this.#mark++;
    this.#listAll();
    this.#places.look(this.#list, this.#listed);
    this.#listed = 0;
  }

  #along(r: number): void {
    this.#list[0] = r;
    this.#places.look(this.#list, 1);
  }

  #isKnownEmpty(r: number): boolean {
    if (!this.#solution.isEmpty(r)) return false;
    const kind = this.#solution.layout.kinds[r] as number;
    if (this.#kindMark[kind] === this.#mark) return true;
    this.#kindMark[kind] = this.#mark;
    return false;
  }
}
