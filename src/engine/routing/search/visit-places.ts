import type { Chance } from '../../../domain/random.ts';
import { hasOtherRoomFor } from '../solution/room.ts';
import type { Solution } from '../solution/solution.ts';
import { timeCost } from '../solution/time-cost.ts';
import { workingCost } from '../solution/working-time.ts';
import type { KnownPlaces } from './known-places.ts';
import { notBefore } from './leaders.ts';

/** The places of one visit: what was looked at last, and the best of it. */
export class VisitPlaces {
  /** What the solution costs more with it, without what it is worth. Infinite where there is no place. */
  delta = Number.POSITIVE_INFINITY;
  after = -1;
  from = 0;
  till = 0;
  node = -1;
  task = -1;
  /** Where the ways from and to the task stand in the tables. */
  row = 0;
  notBefore = 0;
  /** Only places next to a movable visit that is at most as far as this are looked at, and all places of days without movable visits. */
  reach = Number.POSITIVE_INFINITY;
  readonly #solution: Solution;
  readonly #chance: Chance;
  readonly #blink: number;
  /** The same while it is asked for; otherwise nothing is overlooked. */
  #blinks = 0;
  /** False while places are noted: what is noted is without the balance. */
  #countsBalance = true;
  readonly #hasOtherLoads: boolean;
  readonly #hasBreaks: boolean;
  readonly #triesAllWindows: boolean;

  /** Every place is overlooked with the probability `blink`: without that, the same places would win each time. */
  constructor(solution: Solution, chance: Chance, blink: number) {
    this.#solution = solution;
    this.#chance = chance;
    this.#blink = blink;
    this.#hasOtherLoads = solution.layout.otherLoads.count > 0;
    this.#hasBreaks = solution.layout.breaks.most > 0;
    // With refills there is room at some places of a route and not at others, which is asked there only.
    const hasRefills = solution.layout.otherLoads.refills.length > 0;
    this.#triesAllWindows = solution.workingSecond !== 0 || this.#hasBreaks || hasRefills;
  }

  /** False while something that it waits for is not in the solution. */
  begin(unit: number): boolean {
    const { units, point, points } = this.#solution.layout;
    const node = units.first[unit] as number;
    const moment = notBefore(this.#solution, unit, node);
    this.delta = Number.POSITIVE_INFINITY;
    this.after = -1;
    this.node = node;
    this.task = units.task[node] as number;
    this.row = (point[node] as number) * points.count;
    this.notBefore = moment ?? 0;
    this.reach = Number.POSITIVE_INFINITY;
    this.#blinks = this.#blink;
    return moment !== undefined;
  }

  /**
   * All places of the routes in a list. On a small solution this is where the time goes: one function for all of them, so that what it reads is
   * fetched once, and of each place the cheapest question first. With `known`, each route by itself, overlooking nothing: its best place is noted
   * there, from the place of the unit on.
   */
  look(list: Int32Array, listed: number, known?: KnownPlaces, firstKnown = 0): void {
    const solution = this.#solution;
    if (this.#triesAllWindows) {
      this.#lookInFull(list, listed, known, firstKnown);
      return;
    }
    const { layout, next, leave, legAfter, late, load, size, canBeLate } = solution;
    const { routes, points, windows, point, duration, due, preference, problem, firstStart, firstEnd } = layout;
    const { freeCount } = layout;
    const { capacity, resource: resourceOf, maxMetres, closes: closesAt, closesLate } = routes;
    const { from: opensFrom, till: opensTill, moreAt } = windows;
    const { seconds, secondsTo, cost, costTo, count, isSymmetric } = points;
    const { glued } = layout.units;
    const { version } = solution;
    const node = this.node;
    const row = (point[node] as number) * count;
    const worked = duration[node] as number;
    const ownLoad = layout.load[node] as number;
    const ownDue = due[node] as number;
    const leads = layout.units.leads[node] === 1;
    const earliest = this.notBefore;
    const firstPair = this.task * routes.count;
    const firstPreference = this.task * problem.resources.length;
    const hasBalance = problem.weights.balance !== 0 && known === undefined;
    const blink = known === undefined ? this.#blink : 0;
    const hasOtherLoads = this.#hasOtherLoads;
    let best = this.delta;
    let [found, foundFrom, foundTill] = [-1, 0, 0];
    for (let at = 0; at < listed; at++) {
      const r = list[at] as number;
      const [first, last] = [firstStart + r, firstEnd + r];
      const pair = firstPair + r;
      const opens = opensFrom[pair] as number;
      const from = opens > earliest ? opens : earliest;
      const till = opensTill[pair] as number;
      const more = moreAt[pair] as number;
      if (known !== undefined) {
        best = Number.POSITIVE_INFINITY;
        known.figures[2 * (firstKnown + r)] = version[r] as number;
        known.figures[2 * (firstKnown + r) + 1] = best;
      }
      if ((from > till && more < 0) || (load[r] as number) + ownLoad > (capacity[r] as number)) continue;
      if (hasOtherLoads && !hasOtherRoomFor(solution, r, node, node)) continue;
      const resource = resourceOf[r] as number;
      let base = preference[firstPreference + resource] as number;
      if (hasBalance) {
        const busy = solution.busy[resource] as number;
        base += solution.balanceOf(resource, busy + worked / 3600) - solution.balanceOf(resource, busy);
      }
      const most = maxMetres[r] as number;
      const reach = size[r] === 0 ? Number.POSITIVE_INFINITY : this.reach;
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
        const costBefore = costThere;
        costThere = costOn;
        // Of most places the way alone says that they are not the best: times are looked at last.
        if (
          delta < best &&
          (reach === Number.POSITIVE_INFINITY ||
            (costBefore <= reach && before < freeCount) ||
            (costOn <= reach && after < freeCount))
        ) {
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
              (blink === 0 || this.#chance.next() >= blink)
            ) {
              best = delta;
              found = before;
              foundFrom = leads ? starts : opensAt;
              foundTill = leads ? starts : closes;
            }
          }
        }
        before = after;
        there = onward;
      }
      if (known !== undefined && best < Number.POSITIVE_INFINITY) {
        known.figures[2 * (firstKnown + r) + 1] = best;
        known.after[firstKnown + r] = found;
      }
    }
    if (known !== undefined || found < 0) return;
    this.delta = best;
    this.after = found;
    this.from = foundFrom;
    this.till = foundTill;
  }

  /**
   * The same where working time has a price, or days have breaks. Then a later window may be better: it may leave less time to wait behind it, or
   * time for a break.
   */
  #lookInFull(list: Int32Array, listed: number, known: KnownPlaces | undefined, firstKnown: number): void {
    const { layout, next, legAfter, size, version } = this.#solution;
    const { point, points, firstStart, firstEnd, freeCount } = layout;
    const { delta, after: found, from, till } = this;
    this.#countsBalance = known === undefined;
    if (known !== undefined) this.#blinks = 0;
    for (let at = 0; at < listed; at++) {
      const r = list[at] as number;
      if (known !== undefined) this.delta = Number.POSITIVE_INFINITY;
      const reach = size[r] === 0 ? Number.POSITIVE_INFINITY : this.reach;
      for (let before = firstStart + r; before !== firstEnd + r; before = next[before] as number) {
        const after = next[before] as number;
        const costThere = points.costTo[this.row + (point[before] as number)] as number;
        const costOn = points.cost[this.row + (point[after] as number)] as number;
        const way = costThere + costOn - (legAfter[before] as number);
        const isNear = (costThere <= reach && before < freeCount) || (costOn <= reach && after < freeCount);
        if (way < this.delta && (isNear || reach === Number.POSITIVE_INFINITY)) this.tryPlace(before, after, way);
      }
      if (known === undefined) continue;
      known.figures[2 * (firstKnown + r)] = version[r] as number;
      known.figures[2 * (firstKnown + r) + 1] = this.delta;
      known.after[firstKnown + r] = this.after;
    }
    if (known === undefined) return;
    this.#countsBalance = true;
    this.#blinks = this.#blink;
    this.delta = delta;
    this.after = found;
    this.from = from;
    this.till = till;
  }

  /** The same place again, whatever else was found meanwhile. False if nothing can be there. */
  settleFor(after: number): boolean {
    const { layout, next, legAfter } = this.#solution;
    const { point, points } = layout;
    const behind = next[after] as number;
    const way =
      (points.costTo[this.row + (point[after] as number)] as number) +
      (points.cost[this.row + (point[behind] as number)] as number) -
      (legAfter[after] as number);
    this.delta = Number.POSITIVE_INFINITY;
    this.after = -1;
    this.#blinks = 0;
    this.tryPlace(after, behind, way);
    return this.after >= 0;
  }

  /** A place that is the best so far by its way alone: in which window it is best, and whether there is time. */
  tryPlace(before: number, after: number, way: number): void {
    const solution = this.#solution;
    const { layout } = solution;
    const { windows, routes } = layout;
    const pair = this.task * routes.count + (solution.route[before] as number);
    const opens = windows.from[pair] as number;
    const from = opens > this.notBefore ? opens : this.notBefore;
    const till = windows.till[pair] as number;
    const arrival =
      (solution.leave[before] as number) +
      (layout.points.secondsTo[this.row + (layout.point[before] as number)] as number);
    const starts = arrival > from ? arrival : from;
    const isFirst = starts <= till;
    if (isFirst) this.#tryIn(before, after, way, from, till, starts);
    if (isFirst && !this.#triesAllWindows) return;
    const more = windows.moreAt[pair] as number;
    for (let window = this.#later(more, starts); window >= 0; window = this.#following(more, window)) {
      const opensAgain = windows.more[window] as number;
      const fromAgain = opensAgain > this.notBefore ? opensAgain : this.notBefore;
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
    const node = this.node;
    const r = solution.route[before] as number;
    const worked = layout.duration[node] as number;
    const onward = layout.points.seconds[this.row + (layout.point[after] as number)] as number;
    if (arrives > (solution.late[after] as number) - worked - onward || layout.units.glued[before] === 1) return;
    if ((solution.load[r] as number) + (layout.load[node] as number) > (routes.capacity[r] as number)) return;
    if (this.#hasOtherLoads && !hasOtherRoomFor(solution, r, node, node, before)) return;
    const resource = routes.resource[r] as number;
    let delta = way + (layout.preference[this.task * problem.resources.length + resource] as number);
    if (solution.balanceWeight !== 0 && this.#countsBalance) {
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
    if (this.#blinks !== 0 && this.#chance.next() < this.#blinks) return;
    this.delta = delta;
    this.after = before;
    this.from = leads ? starts : from;
    this.till = leads ? starts : till;
  }

  /** The first start at which all breaks of the day fit too, or -1. */
  #startWithBreaks(r: number, before: number, after: number, from: number, till: number): number {
    const { layout, breakRoom } = this.#solution;
    const { points, point, duration } = layout;
    const worked = duration[this.node] as number;
    breakRoom.begin(r, before);
    breakRoom.visit(points.secondsTo[this.row + (point[before] as number)] as number, worked, from, till);
    const leaves = breakRoom.leavesFor(after, points.seconds[this.row + (point[after] as number)] as number);
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
    const [there, own, onward] = [point[before] as number, point[this.node] as number, point[after] as number];
    const added = (length[there * count + own] as number) + (length[own * count + onward] as number);
    const saved = this.#solution.isEmpty(r) ? 0 : (length[there * count + onward] as number);
    return (metres[r] as number) + added - saved <= most;
  }
}
