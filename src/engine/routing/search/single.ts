import type { Chance } from '../../../domain/random.ts';
import type { Board } from '../board/board.ts';
import { refreshAround } from '../board/refresh.ts';
import { timeCost } from '../board/time-cost.ts';
import { notBefore } from './leaders.ts';

/** Whether a task is held against all visits or only against those near it: beyond so many, most of the others are far away. */
const LOOK_EVERYWHERE = 150;
const NEAREST = 80;

/** Finds the cheapest place for a task that is visited by one resource. What it found stands in its fields until the next search. */
export class SinglePlace {
  /** What the board costs more with it, without what it is worth. Infinite where there is no place. */
  delta = Number.POSITIVE_INFINITY;
  after = -1;
  from = 0;
  till = 0;
  readonly #board: Board;
  readonly #chance: Chance;
  readonly #blink: number;
  #node = -1;
  #task = -1;
  #notBefore = 0;
  /** Stretches of routes to look at: the nodes at both ends of each. */
  readonly #stretch: Int32Array;
  #stretches = 0;
  /** The search in which an empty route of a kind was last added: another one of that kind is no better. */
  readonly #kindMark: Int32Array;
  #mark = 0;

  /** Every place is overlooked with the probability `blink`: without that, the same places would win each time. */
  constructor(board: Board, chance: Chance, blink: number) {
    this.#board = board;
    this.#chance = chance;
    this.#blink = blink;
    this.#kindMark = new Int32Array(board.layout.routes.count);
    this.#stretch = new Int32Array(2 * board.layout.nodeCount);
  }

  find(unit: number): boolean {
    if (!this.#begin(unit)) return false;
    if (this.#board.layout.freeCount <= LOOK_EVERYWHERE) this.#everywhere();
    else this.#near(unit);
    this.#look();
    return this.after >= 0;
  }

  /** The same on one route only. */
  findOn(unit: number, r: number): boolean {
    const { firstStart, firstEnd } = this.#board.layout;
    if (!this.#begin(unit)) return false;
    this.#stretches = 0;
    this.#add(firstStart + r, firstEnd + r);
    this.#look();
    return this.after >= 0;
  }

  #begin(unit: number): boolean {
    const { units } = this.#board.layout;
    const node = units.first[unit] as number;
    const moment = notBefore(this.#board, unit, node);
    this.delta = Number.POSITIVE_INFINITY;
    this.after = -1;
    this.#node = node;
    this.#task = units.task[node] as number;
    this.#notBefore = moment ?? 0;
    return moment !== undefined;
  }

  #everywhere(): void {
    const { firstStart, firstEnd, routes } = this.#board.layout;
    this.#stretches = 0;
    this.#mark++;
    for (let r = 0; r < routes.count; r++) if (!this.#isKnownEmpty(r)) this.#add(firstStart + r, firstEnd + r);
  }

  /** Around the visits that are near, and on the routes without any. */
  #near(unit: number): void {
    const { layout, size, route, next, prev } = this.#board;
    const { units, routes, firstStart, firstEnd, freeCount, near, nearCount } = layout;
    this.#stretches = 0;
    const looked = NEAREST < nearCount ? NEAREST : nearCount;
    for (let at = unit * nearCount, stop = at + looked; at < stop; at++) {
      const other = near[at] as number;
      const first = units.first[other] as number;
      for (let member = first + (units.size[other] as number) - 1; member >= first; member--) {
        if ((route[member] as number) < 0) continue;
        const before = prev[member] as number;
        // The place between two visits is found by the first of them, if that one is near.
        this.#add(before >= freeCount ? before : member, next[member] as number);
      }
    }
    // Last, for then the way out there and back already says of most that they are not the best.
    this.#mark++;
    for (let r = 0; r < routes.count; r++)
      if (size[r] === 0 && !this.#isKnownEmpty(r)) this.#add(firstStart + r, firstEnd + r);
  }

  #isKnownEmpty(r: number): boolean {
    if (!this.#board.isEmpty(r)) return false;
    const kind = this.#board.layout.kinds[r] as number;
    if (this.#kindMark[kind] === this.#mark) return true;
    this.#kindMark[kind] = this.#mark;
    return false;
  }

  #add(first: number, last: number): void {
    this.#stretch[this.#stretches++] = first;
    this.#stretch[this.#stretches++] = last;
  }

  /** Puts it where the last search found best. */
  put(unit: number): void {
    const board = this.#board;
    board.put(this.#node, this.after, this.from, this.till);
    refreshAround(board, this.#node);
    board.settle(unit, false);
  }

  /**
   * All places in the stretches of routes that were collected. This is where the time goes: one function for all of them, so that what it reads is
   * fetched once, and of each place the cheapest question first.
   */
  #look(): void {
    const board = this.#board;
    const { layout, route, next, leave, wayOn, late, load, metres, canBeLate } = board;
    const { routes, points, windows, point, duration, due, preference, problem, firstStart, firstEnd } = layout;
    const { capacity, resource: resourceOf, maxMetres, closes: closesAt, closesLate } = routes;
    const { from: opensFrom, till: opensTill, moreAt } = windows;
    const { seconds, secondsTo, cost, costTo, count, isSymmetric } = points;
    const { glued } = layout.units;
    const stretch = this.#stretch;
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
    let best = this.delta;
    for (let at = 0; at < this.#stretches; at += 2) {
      const first = stretch[at] as number;
      const last = stretch[at + 1] as number;
      // Around the visits that are near, a stretch is a single place: the way alone rules out most of them before anything else is read.
      const second = next[first] as number;
      if (second === last) {
        const way =
          (costTo[row + (point[first] as number)] as number) + (cost[row + (point[second] as number)] as number);
        if (way - (wayOn[first] as number) >= best) continue;
      }
      const r = route[first] as number;
      const pair = firstPair + r;
      const opens = opensFrom[pair] as number;
      const from = opens > earliest ? opens : earliest;
      const till = opensTill[pair] as number;
      const more = moreAt[pair] as number;
      if ((from > till && more < 0) || (load[r] as number) + ownLoad > (capacity[r] as number)) continue;
      const resource = resourceOf[r] as number;
      let base = preference[firstPreference + resource] as number;
      if (hasBalance) {
        const busy = board.busy[resource] as number;
        base += board.balanceOf(resource, busy + worked / 3600) - board.balanceOf(resource, busy);
      }
      const isEmpty = next[firstStart + r] === firstEnd + r;
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
        let delta = base + (isSymmetric ? costThere : (costTo[there] as number)) + costOn - (wayOn[before] as number);
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
            if (hasTimeCost) delta += timeCost(board, node, r, after, starts);
            if (
              delta < best &&
              (most === Number.POSITIVE_INFINITY ||
                (metres[r] as number) + this.#addedMetres(before, after, isEmpty) <= most) &&
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

  /** The first further window that is not over at a moment. */
  #later(more: number, moment: number): number {
    const list = this.#board.layout.windows.more;
    for (let at = more + 1, left = list[more] as number; left > 0; at += 2, left--)
      if ((list[at + 1] as number) >= moment) return at;
    return -1;
  }

  #addedMetres(before: number, after: number, isEmpty: boolean): number {
    const { point, points } = this.#board.layout;
    const { metres, count } = points;
    const [there, own, onward] = [point[before] as number, point[this.#node] as number, point[after] as number];
    const added = (metres[there * count + own] as number) + (metres[own * count + onward] as number);
    return isEmpty ? added : added - (metres[there * count + onward] as number);
  }
}
