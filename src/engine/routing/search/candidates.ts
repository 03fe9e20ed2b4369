import { hasRoomFor } from '../solution/room.ts';
import type { Solution } from '../solution/solution.ts';

/** Costs are compared in steps of a thousandth; more places than this are never listed. */
const STEPS = 1000;
const MOST = 65_536;

/** The places where one visit can be, by what its way costs, the cheapest first. */
export class Candidates {
  count = 0;
  readonly after: number[] = [];
  readonly route: number[] = [];
  readonly resource: number[] = [];
  /** The window it would hold. */
  readonly from: number[] = [];
  readonly till: number[] = [];
  /** The first and the last moment at which it can start there. */
  readonly starts: number[] = [];
  readonly latest: number[] = [];
  /** What lateness costs at least, its own and that of those behind it: part of its cost. */
  readonly late: number[] = [];
  readonly #cost: number[] = [];
  readonly #solution: Solution;
  #order = new Float64Array(256);

  constructor(solution: Solution) {
    this.#solution = solution;
  }

  /** Which one comes at a rank. */
  at(rank: number): number {
    return (this.#order[rank] as number) % MOST;
  }

  cost(rank: number): number {
    return this.#cost[this.at(rank)] as number;
  }

  /** Lists them, on some routes or on all, and answers how many. */
  collect(node: number, notBefore: number, countsLateness: boolean, only?: readonly number[]): number {
    const solution = this.#solution;
    const { layout } = solution;
    const { routes, windows, preference, problem, duration } = layout;
    const task = layout.task[node] as number;
    const worked = (duration[node] as number) / 3600;
    this.count = 0;
    for (let no = 0; no < (only?.length ?? routes.count); no++) {
      const r = only?.[no] ?? no;
      if (windows.isOpen[task * routes.count + r] === 0) continue;
      if (!hasRoomFor(solution, r, node, node)) continue;
      const resource = routes.resource[r] as number;
      const busy = solution.busy[resource] as number;
      const base =
        (preference[task * problem.resources.length + resource] as number) +
        solution.balanceOf(resource, busy + worked) -
        solution.balanceOf(resource, busy);
      this.#along(r, node, notBefore, base, countsLateness);
    }
    if (this.#order.length < this.count) this.#order = new Float64Array(2 * this.count);
    for (let at = 0; at < this.count; at++)
      this.#order[at] = Math.max(0, Math.round((this.#cost[at] as number) * STEPS)) * MOST + at;
    this.#order.subarray(0, this.count).sort();
    return this.count;
  }

  #along(r: number, node: number, notBefore: number, base: number, countsLateness: boolean): void {
    const solution = this.#solution;
    const { layout, next, leave, late, legAfter, calm } = solution;
    const { points, point, duration, due, firstStart, firstEnd, freeCount, units, windows, routes } = layout;
    const pair = (layout.task[node] as number) * routes.count + r;
    const row = (point[node] as number) * points.count;
    const worked = duration[node] as number;
    const further = windows.moreAt[pair] as number;
    const windowCount = further < 0 ? 0 : (windows.more[further] as number);
    const lastTill = windowCount === 0 ? windows.till[pair] : windows.more[further + 2 * windowCount];
    const end = firstEnd + r;
    for (let before = firstStart + r; before !== end; before = next[before] as number) {
      if ((leave[before] as number) > (lastTill as number)) return;
      if (units.glued[before] === 1 || this.count >= MOST) continue;
      const after = next[before] as number;
      const [there, onward] = [row + (point[before] as number), row + (point[after] as number)];
      const arrival = (leave[before] as number) + (points.secondsTo[there] as number);
      const until = (late[after] as number) - worked - (points.seconds[onward] as number);
      if (arrival > until || !this.#isNearEnough(r, node, before, after)) continue;
      for (let window = 0; window <= windowCount; window++) {
        const opens = (window === 0 ? windows.from[pair] : windows.more[further + 2 * window - 1]) as number;
        const till = (window === 0 ? windows.till[pair] : windows.more[further + 2 * window]) as number;
        const from = opens > notBefore ? opens : notBefore;
        const starts = arrival > from ? arrival : from;
        const latest = until < till ? until : till;
        if (starts > latest) continue;
        const overdue = starts + worked - (due[node] as number);
        const pushed = starts + worked + (points.seconds[onward] as number) - (calm[after] as number);
        // One of the visits behind it becomes late by as much.
        const lateness =
          (countsLateness && overdue > 0 ? overdue * solution.lateSecond : 0) +
          (pushed > 0 && after < freeCount ? pushed * solution.lateSecond : 0);
        const at = this.count++;
        this.after[at] = before;
        this.route[at] = r;
        this.resource[at] = routes.resource[r] as number;
        this.from[at] = from;
        this.till[at] = till;
        this.starts[at] = starts;
        this.latest[at] = latest;
        this.late[at] = lateness;
        this.#cost[at] =
          base +
          (points.costTo[there] as number) +
          (points.cost[onward] as number) -
          (legAfter[before] as number) +
          lateness;
      }
    }
  }

  #isNearEnough(r: number, node: number, before: number, after: number): boolean {
    const { layout, metres } = this.#solution;
    const { point, points, routes } = layout;
    const most = routes.maxMetres[r] as number;
    if (most === Number.POSITIVE_INFINITY) return true;
    const { metres: length, count } = points;
    const [there, own, onward] = [point[before] as number, point[node] as number, point[after] as number];
    const added = (length[there * count + own] as number) + (length[own * count + onward] as number);
    const saved = this.#solution.isEmpty(r) ? 0 : (length[there * count + onward] as number);
    return (metres[r] as number) + added - saved <= most;
  }
}
