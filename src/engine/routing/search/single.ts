import type { Chance } from '../../../domain/random.ts';
import { refreshAround } from '../solution/refresh.ts';
import { hasOtherRoomFor } from '../solution/room.ts';
import type { Solution } from '../solution/solution.ts';
import { timeCost } from '../solution/time-cost.ts';
import { workingCost } from '../solution/working-time.ts';
import { notBefore } from './leaders.ts';

/** Up to so many visits a task is tried everywhere; of more, next to the nearest ones: beyond, a place is hardly ever the best. */
const SMALL = 150;
const NEAREST = 80;
/** How often a task is tried everywhere all the same: hardly ever is not never. */
const EVERYWHERE = 0.002;

/** Finds the cheapest place for a task that is visited by one resource. What it found stands in its fields until the next search. */
export class SingleInsertion {
  /** What the solution costs more with it, without what it is worth. Infinite where there is no place. */
  delta = Number.POSITIVE_INFINITY;
  after = -1;
  from = 0;
  till = 0;
  readonly #solution: Solution;
  readonly #chance: Chance;
  readonly #blink: number;
  readonly #hasOtherLoads: boolean;
  readonly #hasBreaks: boolean;
  readonly #triesAllWindows: boolean;
  /** The routes to look at. */
  readonly #list: Int32Array;
  #listed = 0;
  #node = -1;
  #task = -1;
  /** Where the ways from and to the task stand in the tables. */
  #row = 0;
  #notBefore = 0;
  /** The search in which an empty route of a kind was last looked at: another one of that kind is no better. */
  readonly #kindMark: Int32Array;
  #mark = 0;

  /** Every place is overlooked with the probability `blink`: without that, the same places would win each time. */
  constructor(solution: Solution, chance: Chance, blink: number) {
    this.#solution = solution;
    this.#chance = chance;
    this.#blink = blink;
    this.#hasOtherLoads = solution.layout.otherLoads.count > 0;
    this.#hasBreaks = solution.layout.breaks.most > 0;
    this.#triesAllWindows = solution.workingSecond !== 0 || this.#hasBreaks;
    this.#kindMark = new Int32Array(solution.layout.routes.count);
    this.#list = new Int32Array(solution.layout.routes.count);
  }

  find(unit: number): boolean {
    if (!this.#begin(unit)) return false;
    if (this.#solution.layout.freeCount <= SMALL || this.#chance.next() < EVERYWHERE) this.#everywhere();
    else {
      this.#near(unit);
      this.#emptyDays(unit);
      if (this.after < 0) this.#everywhere();
    }
    return this.after >= 0;
  }

  /** The same on one route only. */
  findOn(unit: number, r: number): boolean {
    if (!this.#begin(unit)) return false;
    this.#along(r);
    return this.after >= 0;
  }

  /** Puts it where the last search found best. False if a linked visit on another route does not allow it. */
  put(unit: number): boolean {
    const solution = this.#solution;
    solution.put(this.#node, this.after, this.from, this.till);
    refreshAround(solution, this.#node);
    if (!solution.carryOver(unit)) return false;
    solution.settle(unit, false);
    return true;
  }

  #begin(unit: number): boolean {
    const { units, point, points } = this.#solution.layout;
    const node = units.first[unit] as number;
    const moment = notBefore(this.#solution, unit, node);
    this.delta = Number.POSITIVE_INFINITY;
    this.after = -1;
    this.#node = node;
    this.#task = units.task[node] as number;
    this.#row = (point[node] as number) * points.count;
    this.#notBefore = moment ?? 0;
    return moment !== undefined;
  }

  /**
   * Before and behind the visits that are near, the nearest first. This is where the time goes, and most of it would be waiting for tables that do
   * not fit the cache: so everything that can be decided without them is checked first. Whether anybody on that route may, whether there is a gap as long as the
   * task while it may be; and whether the way can be short enough. A place between two visits is met at the nearer of them first: the other one is
   * at least as far away.
   */
  #near(unit: number): void {
    const { layout, route, next, prev, legAfter, leave, late } = this.#solution;
    const { units, points, windows, routes, point, freeCount, near, nearCost, nearCount } = layout;
    const { cost, costTo, isSymmetric } = points;
    const { first: firstOf, size: sizeOf } = units;
    const { isOpen } = windows;
    const row = this.#row;
    const worked = layout.duration[this.#node] as number;
    const firstPair = this.#task * routes.count;
    const latest = windows.last[this.#task] as number;
    const opens = windows.first[this.#task] as number;
    const ends = worked + (opens > this.#notBefore ? opens : this.#notBefore);
    const enough = unit * nearCount + NEAREST;
    for (let at = unit * nearCount, stop = at + nearCount; at < stop; at++) {
      // Where all days around are full, one further away may be better: as long as going there and back costs less than what is found.
      if (at >= enough && 2 * (nearCost[at] as number) >= this.delta) break;
      const other = near[at] as number;
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
          if (before < freeCount && after < freeCount && least - saved >= this.delta) continue;
          const way =
            (costTo[row + (point[before] as number)] as number) + (cost[row + (point[after] as number)] as number);
          if (way - saved < this.delta) this.#try(before, after, way - saved);
        }
      }
    }
  }

  /** Days with nothing on them, as far as the way out and back is worth it; and those on which only fixed work is. */
  #emptyDays(unit: number): void {
    const { layout, size, next } = this.#solution;
    const { emptyDays, firstStart, firstEnd } = layout;
    const { at: starts, route, cost, withFixed } = emptyDays;
    this.#mark++;
    for (let at = starts[unit] as number, stop = starts[unit + 1] as number; at < stop; at++) {
      if ((cost[at] as number) >= this.delta) break;
      const r = route[at] as number;
      if (next[firstStart + r] === firstEnd + r && !this.#isKnownEmpty(r)) this.#along(r);
    }
    for (let at = 0; at < withFixed.length; at++) {
      const r = withFixed[at] as number;
      if (size[r] === 0) this.#along(r);
    }
  }

  /** All routes, but of empty ones that are alike only the first. */
  #everywhere(): void {
    const { count } = this.#solution.layout.routes;
    this.#mark++;
    this.#listed = 0;
    for (let r = 0; r < count; r++) if (!this.#isKnownEmpty(r)) this.#list[this.#listed++] = r;
    this.#look();
  }

  #along(r: number): void {
    this.#list[0] = r;
    this.#listed = 1;
    this.#look();
  }

  #isKnownEmpty(r: number): boolean {
    if (!this.#solution.isEmpty(r)) return false;
    const kind = this.#solution.layout.kinds[r] as number;
    if (this.#kindMark[kind] === this.#mark) return true;
    this.#kindMark[kind] = this.#mark;
    return false;
  }

  /**
   * All places of the routes in the list. On a small solution this is where the time goes: one function for all of them, so that what it reads is
   * fetched once, and of each place the cheapest question first.
   */
  #look(): void {
    const solution = this.#solution;
    if (this.#triesAllWindows) {
      this.#lookInFull();
      return;
    }
    const { layout, next, leave, legAfter, late, load, canBeLate } = solution;
    const { routes, points, windows, point, duration, due, preference, problem, firstStart, firstEnd } = layout;
    const { capacity, resource: resourceOf, maxMetres, closes: closesAt, closesLate } = routes;
    const { from: opensFrom, till: opensTill, moreAt } = windows;
    const { seconds, secondsTo, cost, costTo, count, isSymmetric } = points;
    const { glued } = layout.units;
    const list = this.#list;
    const node = this.#node;
    const row = (point[node] as number) * count;
    const worked = duration[node] as number;
    const ownLoad = layout.load[node] as number;
    const ownDue = due[node] as number;
    const leads = layout.units.leads[node] === 1;
    const earliest = this.#notBefore;
    const firstPair = this.#task * routes.count;
    const firstPreference = this.#task * problem.resources.length;
    const hasBalance = problem.weights.balance !== 0;
    const hasOtherLoads = this.#hasOtherLoads;
    let best = this.delta;
    for (let at = 0; at < this.#listed; at++) {
      const r = list[at] as number;
      const [first, last] = [firstStart + r, firstEnd + r];
      const pair = firstPair + r;
      const opens = opensFrom[pair] as number;
      const from = opens > earliest ? opens : earliest;
      const till = opensTill[pair] as number;
      const more = moreAt[pair] as number;
      if ((from > till && more < 0) || (load[r] as number) + ownLoad > (capacity[r] as number)) continue;
      if (hasOtherLoads && !hasOtherRoomFor(solution, r, node, node)) continue;
      const resource = resourceOf[r] as number;
      let base = preference[firstPreference + resource] as number;
      if (hasBalance) {
        const busy = solution.busy[resource] as number;
        base += solution.balanceOf(resource, busy + worked / 3600) - solution.balanceOf(resource, busy);
      }
      const most = maxMetres[r] as number;
      const hasTimeCost =
        (closesLate[r] as number) > (closesAt[r] as number) ||
        ownDue < (closesLate[r] as number) ||
        canBeLate[firstStart + r] === 1;
      let there = row + (point[first] as number);
      let costThere = cost[there] as number;
      for (let before = first; before !== last; ) {
        const after = next[before] as number;
        const onward = row + (point[after] as number);
        const leaves = leave[before] as number;
        // Behind this place one leaves later still.
        if (leaves > till && more < 0) break;
        const costOn = cost[onward] as number;
        let delta =
          base + (isSymmetric ? costThere : (costTo[there] as number)) + costOn - (legAfter[before] as number);
        costThere = costOn;
        // Of most places the way alone says that they are not the best: times are looked at last.
        if (delta < best) {
          const arrival = leaves + (secondsTo[there] as number);
          let starts = arrival > from ? arrival : from;
          let opensAt = from;
          let closes = till;
          if (starts > closes && more >= 0) {
            const window = this.#later(more, starts);
            if (window < 0) break;
            const opensAgain = windows.more[window] as number;
            opensAt = opensAgain > earliest ? opensAgain : earliest;
            starts = arrival > opensAt ? arrival : opensAt;
            closes = windows.more[window + 1] as number;
          }
          if (
            starts <= closes &&
            starts <= (late[after] as number) - worked - (seconds[onward] as number) &&
            glued[before] === 0
          ) {
            if (hasTimeCost) delta += timeCost(solution, node, r, after, starts);
            if (
              delta < best &&
              (most === Number.POSITIVE_INFINITY || this.#isNearEnough(r, before, after)) &&
              (this.#blink === 0 || this.#chance.next() >= this.#blink)
            ) {
              best = delta;
              this.after = before;
              this.from = leads ? starts : opensAt;
              this.till = leads ? starts : closes;
            }
          }
        }
        before = after;
        there = onward;
      }
    }
    this.delta = best;
  }

  /**
   * The same where working time has a price, or days have breaks. Then a later window may be better: it may leave less time to wait behind it, or
   * time for a break.
   */
  #lookInFull(): void {
    const { layout, next, legAfter } = this.#solution;
    const { point, points, firstStart, firstEnd } = layout;
    for (let at = 0; at < this.#listed; at++) {
      const r = this.#list[at] as number;
      for (let before = firstStart + r; before !== firstEnd + r; before = next[before] as number) {
        const after = next[before] as number;
        const way =
          (points.costTo[this.#row + (point[before] as number)] as number) +
          (points.cost[this.#row + (point[after] as number)] as number) -
          (legAfter[before] as number);
        if (way < this.delta) this.#try(before, after, way);
      }
    }
  }

  /** A place that is the best so far by its way alone: in which window it is best, and whether there is time. */
  #try(before: number, after: number, way: number): void {
    const solution = this.#solution;
    const { layout } = solution;
    const { windows, routes } = layout;
    const pair = this.#task * routes.count + (solution.route[before] as number);
    const opens = windows.from[pair] as number;
    const from = opens > this.#notBefore ? opens : this.#notBefore;
    const till = windows.till[pair] as number;
    const arrival =
      (solution.leave[before] as number) +
      (layout.points.secondsTo[this.#row + (layout.point[before] as number)] as number);
    const starts = arrival > from ? arrival : from;
    const isFirst = starts <= till;
    if (isFirst) this.#tryIn(before, after, way, from, till, starts);
    if (isFirst && !this.#triesAllWindows) return;
    const more = windows.moreAt[pair] as number;
    for (let window = this.#later(more, starts); window >= 0; window = this.#following(more, window)) {
      const opensAgain = windows.more[window] as number;
      const fromAgain = opensAgain > this.#notBefore ? opensAgain : this.#notBefore;
      const closes = windows.more[window + 1] as number;
      const startsAgain = arrival > fromAgain ? arrival : fromAgain;
      if (startsAgain <= closes) this.#tryIn(before, after, way, fromAgain, closes, startsAgain);
      if (!this.#triesAllWindows) return;
    }
  }

  /** Whether a place in one window is the best by everything. */
  #tryIn(before: number, after: number, way: number, from: number, till: number, arrives: number): void {
    const solution = this.#solution;
    const { layout } = solution;
    const { routes, problem } = layout;
    const node = this.#node;
    const r = solution.route[before] as number;
    const worked = layout.duration[node] as number;
    const onward = layout.points.seconds[this.#row + (layout.point[after] as number)] as number;
    if (arrives > (solution.late[after] as number) - worked - onward || layout.units.glued[before] === 1) return;
    if ((solution.load[r] as number) + (layout.load[node] as number) > (routes.capacity[r] as number)) return;
    if (this.#hasOtherLoads && !hasOtherRoomFor(solution, r, node, node)) return;
    const resource = routes.resource[r] as number;
    let delta = way + (layout.preference[this.#task * problem.resources.length + resource] as number);
    if (solution.balanceWeight !== 0) {
      const busy = solution.busy[resource] as number;
      delta += solution.balanceOf(resource, busy + worked / 3600) - solution.balanceOf(resource, busy);
    }
    if (delta >= this.delta) return;
    const leads = layout.units.leads[node] === 1;
    let starts = arrives;
    if (this.#hasBreaks && solution.breakRoom.isAsked(r)) {
      starts = this.#startWithBreaks(r, before, after, from, till);
      if (starts < 0) return;
    }
    delta += timeCost(solution, node, r, after, starts);
    if (solution.workingSecond !== 0) delta += workingCost(solution, node, r, after, starts, leads ? starts : till);
    if (delta >= this.delta || !this.#isNearEnough(r, before, after)) return;
    if (this.#blink !== 0 && this.#chance.next() < this.#blink) return;
    this.delta = delta;
    this.after = before;
    this.from = leads ? starts : from;
    this.till = leads ? starts : till;
  }

  /** The first start at which all breaks of the day fit too, or -1. */
  #startWithBreaks(r: number, before: number, after: number, from: number, till: number): number {
    const { layout, breakRoom } = this.#solution;
    const { points, point, duration } = layout;
    const worked = duration[this.#node] as number;
    breakRoom.begin(r, before);
    breakRoom.visit(points.secondsTo[this.#row + (point[before] as number)] as number, worked, from, till);
    const leaves = breakRoom.leavesFor(after, points.seconds[this.#row + (point[after] as number)] as number);
    return leaves < 0 ? -1 : leaves - worked;
  }

  /** The first further window that is not over at a moment. */
  #later(more: number, moment: number): number {
    if (more < 0) return -1;
    const list = this.#solution.layout.windows.more;
    for (let at = more + 1, left = list[more] as number; left > 0; at += 2, left--)
      if ((list[at + 1] as number) >= moment) return at;
    return -1;
  }

  /** The window behind one of the further windows, or -1. */
  #following(more: number, window: number): number {
    const list = this.#solution.layout.windows.more;
    return window + 2 <= more + 2 * (list[more] as number) ? window + 2 : -1;
  }

  #isNearEnough(r: number, before: number, after: number): boolean {
    const { layout, metres } = this.#solution;
    const { point, points, routes } = layout;
    const most = routes.maxMetres[r] as number;
    if (most === Number.POSITIVE_INFINITY) return true;
    const { metres: length, count } = points;
    const [there, own, onward] = [point[before] as number, point[this.#node] as number, point[after] as number];
    const added = (length[there * count + own] as number) + (length[own * count + onward] as number);
    const saved = this.#solution.isEmpty(r) ? 0 : (length[there * count + onward] as number);
    return (metres[r] as number) + added - saved <= most;
  }
}
