import type { Chance } from '../../../domain/random.ts';
import { hasOtherRoomFor, hasRoomFor } from '../solution/room.ts';
import type { Solution } from '../solution/solution.ts';
import { timeCost } from '../solution/time-cost.ts';
import { addedWorkingCost } from '../solution/working-time.ts';
import { notBefore } from './leaders.ts';

/** Finds the cheapest place for the tasks of a container: one directly after the other, in their order, on one route. */
export class ContainerInsertion {
  delta = Number.POSITIVE_INFINITY;
  after = -1;
  readonly #solution: Solution;
  readonly #chance: Chance;
  readonly #blink: number;
  #unit = -1;
  /** Of each task: the window that the run at hand takes, and the same of the best so far. */
  #run = new Int32Array(0);
  #best = new Int32Array(0);
  #notBefore: number[] = [];

  constructor(solution: Solution, chance: Chance, blink: number) {
    this.#solution = solution;
    this.#chance = chance;
    this.#blink = blink;
  }

  find(unit: number): boolean {
    const solution = this.#solution;
    const { units, routes, firstStart, firstEnd } = solution.layout;
    this.delta = Number.POSITIVE_INFINITY;
    this.after = -1;
    this.#unit = unit;
    const first = units.first[unit] as number;
    const size = units.size[unit] as number;
    if (this.#run.length < 2 * size) {
      this.#run = new Int32Array(2 * size);
      this.#best = new Int32Array(2 * size);
    }
    this.#notBefore.length = 0;
    for (let node = first; node < first + size; node++) {
      const moment = notBefore(solution, unit, node);
      if (moment === undefined) return false;
      this.#notBefore.push(moment);
    }
    for (let r = 0; r < routes.count; r++) {
      if (solution.ownRoute[r] === 0 || !this.#fits(r)) continue;
      for (let before = firstStart + r; before !== firstEnd + r; before = solution.next[before] as number)
        if (units.glued[before] === 0) {
          this.#look(r, before);
          if (solution.workingSecond !== 0 || this.#solution.breakRoom.isAsked(r)) this.#lookLater(r, before);
        }
    }
    return this.after >= 0;
  }

  /** Where working time has a price, or the day has breaks, a later window of the first task may be better. */
  #lookLater(r: number, before: number): void {
    const { windows, routes, units } = this.#solution.layout;
    const task = units.task[units.first[this.#unit] as number] as number;
    const more = windows.moreAt[task * routes.count + r] as number;
    const earliest = this.#notBefore[0] as number;
    for (let window = more + 1, left = more < 0 ? 0 : (windows.more[more] as number); left > 0; window += 2, left--) {
      this.#notBefore[0] = Math.max(earliest, windows.more[window] as number);
      this.#look(r, before);
    }
    this.#notBefore[0] = earliest;
  }

  put(unit: number): boolean {
    const solution = this.#solution;
    const { first, size } = solution.layout.units;
    const node = first[unit] as number;
    let after = this.after;
    for (let at = 0; at < (size[unit] as number); at++) {
      solution.put(node + at, after, this.#best[2 * at] as number, this.#best[2 * at + 1] as number);
      after = node + at;
    }
    solution.refresh(solution.route[node] as number);
    if (!solution.carryOver(unit)) return false;
    solution.settle(unit, false);
    return true;
  }

  /** Whether the van has room for all of it, and every task can be there at all. */
  #fits(r: number): boolean {
    const { units, windows, routes } = this.#solution.layout;
    const first = units.first[this.#unit] as number;
    const last = first + (units.size[this.#unit] as number) - 1;
    for (let node = first; node <= last; node++) {
      const pair = (units.task[node] as number) * routes.count + r;
      if ((windows.from[pair] as number) > (windows.till[pair] as number) && windows.moreAt[pair] === -1) return false;
    }
    return hasRoomFor(this.#solution, r, first, last);
  }

  #look(r: number, before: number): void {
    const solution = this.#solution;
    const { layout, next, early, late, metres } = solution;
    const { units, routes, points, point, duration, due, preference, problem } = layout;
    const { seconds, cost, count } = points;
    const after = next[before] as number;
    const first = units.first[this.#unit] as number;
    const last = first + (units.size[this.#unit] as number) - 1;
    if (layout.otherLoads.refills.length > 0 && !hasOtherRoomFor(solution, r, first, last, before)) return;
    const resource = routes.resource[r] as number;
    const isLimited = (routes.maxMetres[r] as number) < Number.POSITIVE_INFINITY;
    const straight = (point[before] as number) * count + (point[after] as number);
    const isEmpty = solution.isEmpty(r);
    let delta = isEmpty ? 0 : -(cost[straight] as number);
    let length = isEmpty || !isLimited ? 0 : -(points.metres[straight] as number);
    let hours = 0;
    let leaves = (early[before] as number) + (duration[before] as number);
    let starts = 0;
    for (let node = first, from = before; node <= last; from = node++) {
      const way = (point[from] as number) * count + (point[node] as number);
      starts = this.#start(r, node, leaves + (seconds[way] as number));
      if (starts < 0) return;
      delta +=
        (cost[way] as number) +
        (preference[(units.task[node] as number) * problem.resources.length + resource] as number);
      if (isLimited) length += points.metres[way] as number;
      hours += (duration[node] as number) / 3600;
      leaves = starts + (duration[node] as number);
      const overdue = leaves - (due[node] as number);
      if (overdue > 0 && node < last) delta += (overdue / 3600) * problem.weights.lateHour;
    }
    const onward = (point[last] as number) * count + (point[after] as number);
    if (leaves + (seconds[onward] as number) > (late[after] as number)) return;
    if (this.#solution.breakRoom.isAsked(r) && !this.#leavesTimeForBreaks(r, before, after)) return;
    if (
      isLimited &&
      (metres[r] as number) + length + (points.metres[onward] as number) > (routes.maxMetres[r] as number)
    )
      return;
    delta += (cost[onward] as number) + timeCost(solution, last, r, after, starts);
    if (solution.workingSecond !== 0)
      delta += this.#workingCost(r, before, after, leaves + (seconds[onward] as number));
    const busy = solution.busy[resource] as number;
    delta += solution.balanceOf(resource, busy + hours) - solution.balanceOf(resource, busy);
    if (delta >= this.delta || this.#chance.next() < this.#blink) return;
    this.delta = delta;
    this.after = before;
    this.#best.set(this.#run);
  }

  /** Whether all breaks of the day fit with the run at hand. */
  #leavesTimeForBreaks(r: number, before: number, after: number): boolean {
    const { units, points, point, duration } = this.#solution.layout;
    const first = units.first[this.#unit] as number;
    const last = first + (units.size[this.#unit] as number) - 1;
    const way = (from: number, to: number): number =>
      points.seconds[(point[from] as number) * points.count + (point[to] as number)] as number;
    this.#solution.breakRoom.begin(r, before);
    for (let node = first, from = before; node <= last; from = node++) {
      const at = 2 * (node - first);
      this.#solution.breakRoom.visit(
        way(from, node),
        duration[node] as number,
        this.#run[at] as number,
        this.#run[at + 1] as number,
      );
    }
    return this.#solution.breakRoom.leavesFor(after, way(last, after)) >= 0;
  }

  /** What the run at hand costs in working time. */
  #workingCost(r: number, before: number, after: number, arrival: number): number {
    const { layout } = this.#solution;
    const { units, points, point, duration, due } = layout;
    const first = units.first[this.#unit] as number;
    const last = first + (units.size[this.#unit] as number) - 1;
    const way = (from: number, to: number): number =>
      points.seconds[(point[from] as number) * points.count + (point[to] as number)] as number;
    let [takes, cap] = [0, Number.POSITIVE_INFINITY];
    for (let node = first, from = before; node <= last; from = node++) {
      takes += way(from, node);
      const at = 2 * (node - first);
      const inTime = Math.max(this.#run[at] as number, (due[node] as number) - (duration[node] as number));
      cap = Math.min(cap, Math.min(this.#run[at + 1] as number, inTime) - takes);
      takes += duration[node] as number;
    }
    return addedWorkingCost(this.#solution, r, before, after, { takes: takes + way(last, after), cap, arrival });
  }

  /** When a task of the container starts if one arrives at a moment, or -1; notes the window that it takes. */
  #start(r: number, node: number, arrival: number): number {
    const { layout } = this.#solution;
    const { units, windows, routes } = layout;
    const at = node - (units.first[this.#unit] as number);
    const earliest = this.#earliest(node, at);
    const moment = Math.max(arrival, earliest);
    const pair = (units.task[node] as number) * routes.count + r;
    let [from, till] = [windows.from[pair] as number, windows.till[pair] as number];
    let further = windows.moreAt[pair] as number;
    for (
      let left = further < 0 ? 0 : (windows.more[further++] as number);
      moment > till && left > 0;
      left--, further += 2
    ) {
      from = windows.more[further] as number;
      till = windows.more[further + 1] as number;
    }
    const starts = Math.max(moment, from);
    if (starts > till) return -1;
    const leads = units.leads[node] === 1;
    this.#run[2 * at] = leads ? starts : Math.max(from, earliest);
    this.#run[2 * at + 1] = leads ? starts : till;
    return starts;
  }

  /** After those outside that it waits for, and after those of the container itself, whose moments are in the run already. */
  #earliest(node: number, at: number): number {
    const { units, duration } = this.#solution.layout;
    let moment = this.#notBefore[at] ?? 0;
    for (const each of units.leaders[this.#unit] ?? []) {
      if (each.member !== node || each.unit !== this.#unit) continue;
      if (each.node >= node) return Number.POSITIVE_INFINITY;
      const started = this.#run[2 * (each.node - (units.first[this.#unit] as number))] as number;
      moment = Math.max(moment, started + (duration[each.node] as number) + each.lag);
    }
    return moment;
  }
}
