import type { Layout } from '../layout/layout.ts';
import { BreakRoom } from './break-room.ts';
import { Journal } from './journal.ts';
import { LinkedTimes } from './linked-times.ts';
import { refreshRoute } from './refresh.ts';
import { State } from './state.ts';
import { TimeTally } from './time-tally.ts';

/**
 * A solution: who visits what in which order, and when. Routes are linked lists of nodes in typed arrays.
 *
 * While it is on a route, a visit holds **one** window (`from`, `till`): that of its windows in which it was put, a single moment if it may not
 * slip (it is kept as planned, others wait for it). So every node knows the earliest start that the visits before it allow and
 * the latest start that those after it allow, and whether something fits between two nodes follows from these two figures alone. What this gives
 * up, that a visit might slip over a break into its next window, is regained by taking it out and putting it back.
 */
export class Solution extends State {
  readonly journal: Journal;
  readonly tally: TimeTally;
  readonly breakRoom: BreakRoom;
  readonly #linkedTimes: LinkedTimes;
  /** Routes from which something was removed since they were computed. */
  readonly #taken: Int32Array;
  readonly #isTaken: Uint8Array;
  #takenCount = 0;

  constructor(layout: Layout) {
    super(layout);
    this.#taken = new Int32Array(layout.routes.count);
    this.#isTaken = new Uint8Array(layout.routes.count);
    this.journal = new Journal(this);
    this.tally = new TimeTally(this);
    this.breakRoom = new BreakRoom(this);
    this.#linkedTimes = new LinkedTimes(this, this.journal);
    this.#layOut();
  }

  /** The solution as it is before anything that can be moved is on it. */
  #layOut(): void {
    const { layout, next, prev, route, from, till } = this;
    const { routes, fixed, units, firstStart, firstEnd, freeCount } = layout;
    for (let r = 0; r < routes.count; r++) {
      const [start, end] = [firstStart + r, firstEnd + r];
      next[start] = end;
      prev[end] = start;
      route[start] = route[end] = r;
      from[start] = routes.opens[r] as number;
      till[end] = routes.closesLate[r] as number;
    }
    for (let at = 0; at < fixed.count; at++) {
      const node = freeCount + at;
      const r = fixed.route[at] as number;
      from[node] = till[node] = fixed.start[at] as number;
      this.link(node, prev[firstEnd + r] as number);
      const resource = routes.resource[r] as number;
      this.busy[resource] = (this.busy[resource] as number) + (fixed.worked[at] as number) / 3600;
    }
    for (let unit = 0; unit < units.count; unit++) {
      this.absent[unit] = this.absentAt[unit] = unit;
      this.changes += units.planned[unit] as number;
    }
    this.absentCount = units.count;
    for (let r = 0; r < routes.count; r++) this.refresh(r);
    this.total = this.sum();
  }

  /** Puts a visit behind another, to start between two moments. Call `refresh` for the route when all are in, or `refreshAround` for a single one. */
  put(node: number, after: number, from: number, till: number): void {
    const r = this.route[after] as number;
    this.journal.keepRoute(r);
    this.link(node, after);
    this.from[node] = from;
    this.till[node] = till;
    if (this.layout.units.hasLinks) {
      this.ownFrom[node] = from;
      this.ownTill[node] = till;
    }
    this.setSize(r, (this.size[r] as number) + 1);
    this.#work(r, (this.layout.duration[node] as number) / 3600);
  }

  /** Takes a visit off. Call `refreshTaken` when all are off: a ruin takes several off one route. */
  take(node: number): void {
    const r = this.route[node] as number;
    this.journal.keepRoute(r);
    const [before, after] = [this.prev[node] as number, this.next[node] as number];
    this.next[before] = after;
    this.prev[after] = before;
    this.route[node] = -1;
    this.setSize(r, (this.size[r] as number) - 1);
    this.#work(r, (this.layout.duration[node] as number) / -3600);
    if (this.#isTaken[r] === 1) return;
    this.#isTaken[r] = 1;
    this.#taken[this.#takenCount++] = r;
  }

  refreshTaken(): void {
    if (this.layout.units.hasLinks) {
      for (let at = 0; at < this.#takenCount; at++) this.#isTaken[this.#taken[at] as number] = 0;
      if (!this.#linkedTimes.loosen(this.#taken, this.#takenCount)) this.isSound = false;
      this.#takenCount = 0;
      return;
    }
    while (this.#takenCount > 0) {
      const r = this.#taken[--this.#takenCount] as number;
      this.#isTaken[r] = 0;
      this.refresh(r);
    }
  }

  #work(r: number, hours: number): void {
    const resource = this.layout.routes.resource[r] as number;
    const before = this.busy[resource] as number;
    this.busy[resource] = before + hours;
    if (this.balanceWeight !== 0)
      this.total += this.balanceOf(resource, before + hours) - this.balanceOf(resource, before);
  }

  /**
   * The visits of a unit were put in, and their routes computed. Carries their times over to other routes where visits are linked; where that is not
   * possible, takes them off again and answers false.
   */
  carryOver(unit: number): boolean {
    const { first, size, hasLinks } = this.layout.units;
    if (!hasLinks) return true;
    const node = first[unit] as number;
    const last = node + (size[unit] as number) - 1;
    for (let at = node; at <= last; at++) this.#linkedTimes.changed(this.route[at] as number);
    if (this.#linkedTimes.tighten()) return true;
    for (let at = node; at <= last; at++) this.take(at);
    this.refreshTaken();
    return false;
  }

  /** The same for a visit of a link whose others are in already, or not yet: only this one is taken off again. */
  carryOverOne(node: number): boolean {
    this.#linkedTimes.changed(this.route[node] as number);
    if (this.#linkedTimes.tighten()) return true;
    this.takeOne(node);
    return false;
  }

  /** Takes off a visit of a link whose others stay: what it has narrowed for them is open again. */
  takeOne(node: number): void {
    const { of, first, size } = this.layout.units;
    const unit = of[node] as number;
    this.take(node);
    for (let other = first[unit] as number, left = size[unit] as number; left > 0; other++, left--)
      if (this.route[other] !== -1) this.#linkedTimes.changed(this.route[other] as number);
    this.refreshTaken();
  }

  /** All visits of a unit are in the solution. */
  settle(unit: number, isKept: boolean): void {
    this.journal.keepUnit(unit);
    this.leaveAbsent(unit);
    const { layout } = this;
    this.total -= layout.units.value[unit] as number;
    if (!isKept) return;
    this.kept[unit] = 1;
    this.#change(-(layout.units.planned[unit] as number));
  }

  /** None of the visits of a unit is in the solution any more. */
  unsettle(unit: number): void {
    this.journal.keepUnit(unit);
    this.joinAbsent(unit);
    const { layout } = this;
    this.total += layout.units.value[unit] as number;
    if (this.kept[unit] === 0) return;
    this.kept[unit] = 0;
    this.#change(layout.units.planned[unit] as number);
  }

  /**
   * A planned task that was put anywhere may have come to stand where it stood. Then it is as planned after all, and from now on held there.
   */
  recognise(): void {
    const { units } = this.layout;
    for (let unit = 0; unit < units.count; unit++) {
      if (units.planned[unit] === 0 || this.kept[unit] === 1 || (this.absentAt[unit] as number) >= 0) continue;
      if (!standsAsPlanned(this, unit)) continue;
      const first = units.first[unit] as number;
      for (let node = first; node < first + (units.size[unit] as number); node++) {
        this.from[node] = this.till[node] = this.startOf(node);
        if (units.hasLinks) this.ownFrom[node] = this.ownTill[node] = this.from[node] as number;
      }
      for (let node = first; node < first + (units.size[unit] as number); node++)
        this.refresh(this.route[node] as number);
      this.carryOver(unit);
      this.kept[unit] = 1;
      this.#change(-(units.planned[unit] as number));
    }
  }

  #change(count: number): void {
    this.changes += count;
    this.total += count * this.disruption;
  }

  refresh(r: number): void {
    refreshRoute(this, r);
  }
}

/** Whether the visits of a unit are on the routes and at the moments for which it is planned; which member of a team is where does not matter. */
function standsAsPlanned(solution: Solution, unit: number): boolean {
  const { layout, route } = solution;
  const { first, size, keptRoute, keptStart, task } = layout.units;
  const from = first[unit] as number;
  const till = from + (size[unit] as number);
  for (let node = from; node < till; node++) {
    if (solution.startOf(node) !== keptStart[node]) return false;
    let isThere = false;
    for (let other = from; other < till && !isThere; other++)
      isThere = task[other] === task[node] && route[node] === keptRoute[other];
    if (!isThere) return false;
  }
  return true;
}
