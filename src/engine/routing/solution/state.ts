import { FAR } from '../layout/far.ts';
import type { Layout } from '../layout/layout.ts';

/** The data of a solution, in typed arrays. `Solution` has the operations. */
export class State {
  readonly layout: Layout;
  readonly next: Int32Array;
  readonly prev: Int32Array;
  /** Of each node: its route, or -1 while it is not in the solution. */
  readonly route: Int32Array;
  readonly from: Int32Array;
  readonly till: Int32Array;
  /** The window of a linked visit by itself; `from` and `till` hold what the visits that are linked with it leave of it. */
  readonly ownFrom: Int32Array;
  readonly ownTill: Int32Array;
  /**
   * Only where visits are linked: how late each node can start before anything becomes later than it should be, by the visits behind it alone, and
   * with those that are linked with it. They say where a place is worth a closer look, and may be a little out of date.
   */
  readonly calmAlone: Int32Array;
  readonly calm: Int32Array;
  readonly early: Int32Array;
  readonly late: Int32Array;
  /** When one leaves at the earliest, and what the way to the next node costs: nothing on a route without visits, which is not driven. */
  readonly leave: Int32Array;
  readonly legAfter: Float64Array;
  /** Seconds of work and ways from the start of this visit to the end of the route, without waiting. */
  readonly tail: Int32Array;
  /** Whether this or a later visit of the route can become late. */
  readonly canBeLate: Uint8Array;

  /** Of each route: its cost, length, load, and the number of visits that can be moved. */
  readonly cost: Float64Array;
  readonly metres: Float64Array;
  readonly load: Float64Array;
  /** Of each route: another number whenever it is computed again, and the former one after an undo. */
  readonly version: Float64Array;
  #versions = 0;
  /** The versions up to this one stand from before the present round. */
  settledVersion = 0;
  /** Its named loads, at route * kinds + kind. */
  readonly otherLoad: Float64Array;
  readonly size: Int32Array;
  /** The sum of these, and how many are not 0. */
  visits = 0;
  filledRoutes = 0;
  /** Of each route: its largest lateness, in seconds; and that of all. Kept current only if it has a price. */
  readonly largest: Int32Array;
  worst: number;
  /** When each visit starts in the plan. Only where that is not always `early`: with breaks, or with a price of working time. */
  readonly begins: Int32Array;
  /** Only where there are breaks; see `break-times.ts`. The first two at node * (most breaks + 1) + breaks that are over. */
  readonly freeAt: Int32Array;
  readonly latestAt: Int32Array;
  readonly breaksBefore: Int32Array;
  /**
   * Only where working time has a price; see `working-time.ts`. Of each node: the seconds of work and travel from the departure to it, without
   * waiting; and the latest departure that the visits up to it, and from it on, allow. Of each route: its working time in seconds.
   */
  readonly head: Int32Array;
  readonly capBefore: Int32Array;
  readonly capAfter: Int32Array;
  readonly working: Int32Array;
  /** False after a removal that made a linked visit impossible, which travel times can do that are longer than a detour. */
  isSound = true;
  /** Of each resource: hours of work. */
  readonly busy: Float64Array;

  /** Of each unit: whether it is as planned. */
  readonly kept: Uint8Array;
  /** What is searched, if parts of the solution are searched apart: of each route and unit. A unit that is searched is on such a route, or on none. */
  readonly ownRoute: Uint8Array;
  readonly ownUnit: Uint8Array;
  isDivided = false;
  /** Units that are not in the solution, in no order; and where each unit stands among them, or -1. */
  readonly absent: Int32Array;
  readonly absentAt: Int32Array;
  absentCount = 0;
  /** Planned tasks that are not as planned. */
  changes = 0;
  /** The sum of everything, kept current. */
  total = 0;
  /** What a second costs. */
  readonly lateSecond: number;
  readonly largestSecond: number;
  readonly overtimeSecond: number;
  readonly workingSecond: number;
  readonly balanceWeight: number;
  readonly disruption: number;

  constructor(layout: Layout) {
    const { nodeCount, routes, units, problem } = layout;
    this.layout = layout;
    this.next = new Int32Array(nodeCount).fill(-1);
    this.prev = new Int32Array(nodeCount).fill(-1);
    this.route = new Int32Array(nodeCount).fill(-1);
    this.from = new Int32Array(nodeCount);
    this.till = new Int32Array(nodeCount).fill(FAR);
    this.ownFrom = new Int32Array(units.hasLinks ? nodeCount : 0);
    this.ownTill = new Int32Array(units.hasLinks ? nodeCount : 0);
    this.calmAlone = new Int32Array(units.hasLinks ? nodeCount : 0);
    this.calm = new Int32Array(units.hasLinks ? nodeCount : 0);
    this.early = new Int32Array(nodeCount);
    this.late = new Int32Array(nodeCount);
    this.leave = new Int32Array(nodeCount);
    this.legAfter = new Float64Array(nodeCount);
    this.tail = new Int32Array(nodeCount);
    this.canBeLate = new Uint8Array(nodeCount);
    this.cost = new Float64Array(routes.count);
    this.version = new Float64Array(routes.count);
    this.metres = new Float64Array(routes.count);
    this.load = new Float64Array(routes.count);
    this.otherLoad = new Float64Array(routes.count * layout.otherLoads.count);
    this.size = new Int32Array(routes.count);
    this.largest = new Int32Array(routes.count);
    this.worst = layout.fixedLateness;
    this.busy = new Float64Array(problem.resources.length);
    this.kept = new Uint8Array(units.count);
    this.ownRoute = new Uint8Array(routes.count).fill(1);
    this.ownUnit = new Uint8Array(units.count).fill(1);
    this.absent = new Int32Array(units.count);
    this.absentAt = new Int32Array(units.count);
    this.lateSecond = problem.weights.lateHour / 3600;
    this.largestSecond = (problem.weights.largestLateHour ?? 0) / 3600;
    this.overtimeSecond = problem.weights.overtimeHour / 3600;
    this.workingSecond = (problem.weights.workingHour ?? 0) / 3600;
    const timed = this.workingSecond === 0 ? 0 : nodeCount;
    const { most } = layout.breaks;
    this.begins = new Int32Array(most > 0 ? nodeCount : timed);
    this.freeAt = new Int32Array(most > 0 ? nodeCount * (most + 1) : 0);
    this.latestAt = new Int32Array(this.freeAt.length);
    this.breaksBefore = new Int32Array(most > 0 ? nodeCount : 0);
    this.head = new Int32Array(timed);
    this.capBefore = new Int32Array(timed);
    this.capAfter = new Int32Array(timed);
    this.working = new Int32Array(this.workingSecond === 0 ? 0 : routes.count);
    this.balanceWeight = problem.weights.balance;
    this.disruption = problem.weights.disruption;
  }

  /** The total, recomputed. */
  sum(): number {
    const { layout, absent, cost, busy } = this;
    let sum = layout.constantCost + this.changes * this.disruption + this.worst * this.largestSecond;
    for (let at = 0; at < this.absentCount; at++) sum += layout.units.value[absent[at] as number] as number;
    for (let r = 0; r < cost.length; r++) sum += cost[r] as number;
    for (let resource = 0; resource < busy.length; resource++)
      sum += this.balanceOf(resource, busy[resource] as number);
    return sum;
  }

  /** What it costs that somebody works so many hours. */
  balanceOf(resource: number, hours: number): number {
    const whole = this.layout.routes.hours[resource] as number;
    return this.balanceWeight === 0 || whole === 0 ? 0 : (this.balanceWeight * hours * hours) / whole;
  }

  link(node: number, after: number): void {
    const before = this.next[after] as number;
    this.next[after] = node;
    this.prev[node] = after;
    this.next[node] = before;
    this.prev[before] = node;
    this.route[node] = this.route[after] as number;
  }

  setSize(r: number, visits: number): void {
    const before = this.size[r] as number;
    this.size[r] = visits;
    this.visits += visits - before;
    if (before === 0 && visits > 0) this.filledRoutes++;
    else if (before > 0 && visits === 0) this.filledRoutes--;
  }

  /** A route is not what it was. */
  renew(r: number): void {
    this.version[r] = ++this.#versions;
  }

  settleVersions(): void {
    this.settledVersion = this.#versions;
  }

  /** The largest lateness of a route has changed. */
  noteLargest(r: number, most: number): void {
    const was = this.largest[r] as number;
    if (was === most) return;
    const before = this.worst;
    this.largest[r] = most;
    if (most >= before) this.worst = most;
    else if (was === before) {
      let worst = this.layout.fixedLateness;
      for (let at = 0; at < this.largest.length; at++)
        if ((this.largest[at] as number) > worst) worst = this.largest[at] as number;
      this.worst = worst;
    }
    this.total += (this.worst - before) * this.largestSecond;
  }

  overtimeCost(r: number, ends: number): number {
    const over = ends - (this.layout.routes.closes[r] as number);
    return over > 0 ? over * this.overtimeSecond : 0;
  }

  /** When each visit starts in the plan. */
  get starts(): Int32Array {
    return this.begins.length > 0 ? this.begins : this.early;
  }

  startOf(node: number): number {
    return this.starts[node] as number;
  }

  isEmpty(r: number): boolean {
    return this.next[this.layout.firstStart + r] === this.layout.firstEnd + r;
  }

  /** Takes a unit out of the list of those that are not in the solution. */
  leaveAbsent(unit: number): void {
    const { absent, absentAt } = this;
    const at = absentAt[unit] as number;
    const last = absent[--this.absentCount] as number;
    absent[at] = last;
    absentAt[last] = at;
    absentAt[unit] = -1;
  }

  joinAbsent(unit: number): void {
    this.absentAt[unit] = this.absentCount;
    this.absent[this.absentCount++] = unit;
  }
}
