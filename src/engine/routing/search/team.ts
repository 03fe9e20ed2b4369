import type { Chance } from '../../../domain/random.ts';
import { refreshAround } from '../solution/refresh.ts';
import type { Solution } from '../solution/solution.ts';
import { timeCost } from '../solution/time-cost.ts';
import { notBefore } from './leaders.ts';

/** How many moments are tried at most. A small plan has fewer; of a large one, chance takes these each time. */
const MOMENTS = 40;

/**
 * Finds the cheapest moment at which enough resources can come together. Moments worth trying are those at which somebody can be there the
 * earliest: for each, everybody is asked what it costs to be there then, and the cheapest come. The moment is fixed while the team is on the
 * solution, so that each route can be looked at alone.
 */
export class TeamInsertion {
  delta = Number.POSITIVE_INFINITY;
  readonly #solution: Solution;
  readonly #chance: Chance;
  readonly #blink: number;
  #node = -1;
  #task = -1;
  #size = 0;
  #moment = 0;
  readonly #moments: number[] = [];
  /** Who comes at the moment at hand, the cheapest first; and the same of the best so far. */
  #costs = new Float64Array(0);
  #afters = new Int32Array(0);
  #best = new Int32Array(0);

  constructor(solution: Solution, chance: Chance, blink: number) {
    this.#solution = solution;
    this.#chance = chance;
    this.#blink = blink;
  }

  find(unit: number): boolean {
    const { units } = this.#solution.layout;
    this.delta = Number.POSITIVE_INFINITY;
    this.#node = units.first[unit] as number;
    this.#task = units.task[this.#node] as number;
    this.#size = units.size[unit] as number;
    if (this.#best.length < this.#size) {
      this.#costs = new Float64Array(this.#size);
      this.#afters = new Int32Array(this.#size);
      this.#best = new Int32Array(this.#size);
    }
    const earliest = notBefore(this.#solution, unit, this.#node);
    if (earliest === undefined) return false;
    this.#collect(earliest);
    for (const moment of this.#moments) this.#gather(moment);
    return this.delta < Number.POSITIVE_INFINITY;
  }

  put(unit: number): void {
    const solution = this.#solution;
    for (let member = 0; member < this.#size; member++) {
      const node = this.#node + member;
      solution.put(node, this.#best[member] as number, this.#moment, this.#moment);
      refreshAround(solution, node);
    }
    solution.settle(unit, false);
  }

  /** The earliest moment at each place of each route. */
  #collect(earliest: number): void {
    const { layout, next, early, late } = this.#solution;
    const { routes, points, point, duration, firstStart, firstEnd, windows } = layout;
    const { seconds, count } = points;
    const own = point[this.#node] as number;
    const worked = duration[this.#node] as number;
    const moments = this.#moments;
    moments.length = 0;
    for (let r = 0; r < routes.count; r++) {
      const pair = this.#task * routes.count + r;
      if ((windows.from[pair] as number) > (windows.till[pair] as number) && windows.moreAt[pair] === -1) continue;
      for (let before = firstStart + r; before !== firstEnd + r; before = next[before] as number) {
        const after = next[before] as number;
        const arrival =
          (early[before] as number) +
          (duration[before] as number) +
          (seconds[(point[before] as number) * count + own] as number);
        const latest = (late[after] as number) - worked - (seconds[own * count + (point[after] as number)] as number);
        for (let window = 0; ; window++) {
          const starts = this.#startIn(pair, window, Math.max(arrival, earliest));
          if (starts === undefined) break;
          if (starts >= 0 && starts <= latest) moments.push(starts);
        }
      }
    }
    moments.sort((a, b) => a - b);
    let kept = 0;
    for (const moment of moments) if (kept === 0 || moment !== moments[kept - 1]) moments[kept++] = moment;
    moments.length = kept;
    while (moments.length > MOMENTS) {
      const at = Math.floor(this.#chance.next() * moments.length);
      moments[at] = moments[moments.length - 1] as number;
      moments.length--;
    }
  }

  /** The first moment in a window of the task from a moment on; -1 if the window is over, undefined if there is no such window. */
  #startIn(pair: number, window: number, moment: number): number | undefined {
    const { from, till, moreAt, more } = this.#solution.layout.windows;
    let [opens, closes] = [from[pair] as number, till[pair] as number];
    if (window > 0) {
      const further = moreAt[pair] as number;
      if (further < 0 || window > (more[further] as number)) return undefined;
      opens = more[further + 2 * window - 1] as number;
      closes = more[further + 2 * window] as number;
    }
    const starts = Math.max(opens, moment);
    return starts > closes ? -1 : starts;
  }

  /** Everybody who can be there at a moment, the cheapest of them. */
  #gather(moment: number): void {
    const { layout } = this.#solution;
    const { routes, duration, problem } = layout;
    const overdue = moment + (duration[this.#node] as number) - (layout.due[this.#node] as number);
    let found = 0;
    for (let r = 0; r < routes.count; r++) {
      const after = this.#cheapest(r, moment);
      // A resource has one route at a time: no two of these are of the same one.
      if (after < 0) continue;
      let at = found < this.#size ? found++ : this.#size;
      if (at === this.#size && (this.#costs[--at] as number) <= this.#cost) continue;
      for (; at > 0 && (this.#costs[at - 1] as number) > this.#cost; at--) {
        this.#costs[at] = this.#costs[at - 1] as number;
        this.#afters[at] = this.#afters[at - 1] as number;
      }
      this.#costs[at] = this.#cost;
      this.#afters[at] = after;
    }
    if (found < this.#size) return;
    let sum = overdue > 0 ? (overdue / 3600) * problem.weights.lateHour : 0;
    for (let member = 0; member < this.#size; member++) sum += this.#costs[member] as number;
    if (sum >= this.delta || this.#chance.next() < this.#blink) return;
    this.delta = sum;
    this.#moment = moment;
    this.#best.set(this.#afters.subarray(0, this.#size));
  }
  /** What `#cheapest` found. */
  #cost = 0;

  /** Behind which node of a route it costs least to be there at a moment, or -1. */
  #cheapest(r: number, moment: number): number {
    const solution = this.#solution;
    const { layout, next, early, late, metres } = solution;
    const { routes, points, point, duration, firstStart, firstEnd, units, preference, problem } = layout;
    const { seconds, cost, count } = points;
    const pair = this.#task * routes.count + r;
    let isOpen = false;
    for (let window = 0; !isOpen; window++) {
      const starts = this.#startIn(pair, window, moment);
      if (starts === undefined) return -1;
      isOpen = starts === moment;
    }
    const node = this.#node;
    if ((solution.load[r] as number) + (layout.load[node] as number) > (routes.capacity[r] as number)) return -1;
    const own = point[node] as number;
    const isEmpty = solution.isEmpty(r);
    const most = routes.maxMetres[r] as number;
    let best = -1;
    this.#cost = Number.POSITIVE_INFINITY;
    for (let before = firstStart + r; before !== firstEnd + r; before = next[before] as number) {
      if (units.glued[before] === 1) continue;
      const after = next[before] as number;
      const [there, onward] = [point[before] as number, point[after] as number];
      if ((early[before] as number) + (duration[before] as number) + (seconds[there * count + own] as number) > moment)
        break;
      if (moment + (duration[node] as number) + (seconds[own * count + onward] as number) > (late[after] as number))
        continue;
      const straight = there * count + onward;
      if (most < Number.POSITIVE_INFINITY) {
        const added = (points.metres[there * count + own] as number) + (points.metres[own * count + onward] as number);
        if ((metres[r] as number) + added - (isEmpty ? 0 : (points.metres[straight] as number)) > most) continue;
      }
      const price =
        (cost[there * count + own] as number) +
        (cost[own * count + onward] as number) -
        (isEmpty ? 0 : (cost[straight] as number)) +
        // The second member is late with the first: lateness is counted once for all.
        timeCost(solution, node + 1, r, after, moment);
      if (price < this.#cost) {
        this.#cost = price;
        best = before;
      }
    }
    if (best < 0) return -1;
    const resource = routes.resource[r] as number;
    const busy = solution.busy[resource] as number;
    this.#cost +=
      (preference[this.#task * problem.resources.length + resource] as number) +
      solution.balanceOf(resource, busy + (duration[node] as number) / 3600) -
      solution.balanceOf(resource, busy);
    return best;
  }
}
