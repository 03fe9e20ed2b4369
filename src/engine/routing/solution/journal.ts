import { refreshStarts } from './break-times.ts';
import { refreshOtherLoads } from './room.ts';
import type { State } from './state.ts';
import { refreshWorking } from './working-time.ts';

/**
 * What has to be put back if a change is not accepted: only the routes and units that it touched, each saved once before its first change. A
 * search changes three or four routes of hundreds at a time.
 */
export class Journal {
  readonly #solution: State;
  #mark = 0;
  readonly #routeMark: Int32Array;
  readonly #unitMark: Int32Array;
  readonly #resourceMark: Int32Array;

  readonly #routes: number[] = [];
  readonly #nodes: Int32Array;
  readonly #times: Int32Array;
  readonly #ways: Float64Array;
  /** Own windows and calm starts of the nodes, only where visits are linked. */
  readonly #windows: Int32Array;
  readonly #hasLinks: boolean;
  #nodeCount = 0;
  /** Of each saved route: how many nodes, and its figures. */
  readonly #lengths: number[] = [];
  readonly #figures: number[] = [];
  readonly #units: number[] = [];
  readonly #wasAbsent: boolean[] = [];
  readonly #wasKept: number[] = [];
  readonly #resources: number[] = [];
  readonly #busy: number[] = [];
  #total = 0;
  #changes = 0;
  #worst = 0;

  constructor(solution: State) {
    const { nodeCount, routes, units, problem } = solution.layout;
    this.#solution = solution;
    this.#routeMark = new Int32Array(routes.count).fill(-1);
    this.#unitMark = new Int32Array(units.count).fill(-1);
    this.#resourceMark = new Int32Array(problem.resources.length).fill(-1);
    this.#nodes = new Int32Array(nodeCount);
    this.#ways = new Float64Array(nodeCount);
    this.#times = new Int32Array(nodeCount * FIELDS);
    this.#hasLinks = units.hasLinks;
    this.#windows = new Int32Array(units.hasLinks ? 4 * nodeCount : 0);
  }

  /** The routes that were saved since `begin`. */
  get touched(): readonly number[] {
    return this.#routes;
  }

  begin(): void {
    this.#mark = (this.#mark + 1) | 0;
    this.#routes.length = 0;
    this.#lengths.length = 0;
    this.#figures.length = 0;
    this.#units.length = 0;
    this.#wasAbsent.length = 0;
    this.#wasKept.length = 0;
    this.#resources.length = 0;
    this.#busy.length = 0;
    this.#nodeCount = 0;
    this.#total = this.#solution.total;
    this.#changes = this.#solution.changes;
    this.#worst = this.#solution.worst;
    this.#solution.settleVersions();
  }

  keepRoute(r: number): void {
    if (this.#routeMark[r] === this.#mark) return;
    this.#routeMark[r] = this.#mark;
    const { layout, next, from, till, early, late, legAfter, tail, canBeLate, cost, metres, load, size, busy } =
      this.#solution;
    const end = layout.firstEnd + r;
    const first = this.#nodeCount;
    for (let node = layout.firstStart + r; ; node = next[node] as number) {
      const at = this.#nodeCount++;
      this.#nodes[at] = node;
      this.#ways[at] = legAfter[node] as number;
      const field = at * FIELDS;
      this.#times[field] = from[node] as number;
      this.#times[field + 1] = till[node] as number;
      this.#times[field + 2] = early[node] as number;
      this.#times[field + 3] = late[node] as number;
      this.#times[field + 4] = tail[node] as number;
      this.#times[field + 5] = canBeLate[node] as number;
      if (this.#hasLinks) {
        const { ownFrom, ownTill, calm, calmAlone } = this.#solution;
        this.#windows[4 * at] = ownFrom[node] as number;
        this.#windows[4 * at + 1] = ownTill[node] as number;
        this.#windows[4 * at + 2] = calm[node] as number;
        this.#windows[4 * at + 3] = calmAlone[node] as number;
      }
      if (node === end) break;
    }
    this.#routes.push(r);
    this.#lengths.push(this.#nodeCount - first);
    this.#figures.push(
      cost[r] as number,
      metres[r] as number,
      load[r] as number,
      size[r] as number,
      this.#solution.largest[r] as number,
      this.#solution.version[r] as number,
    );
    const resource = layout.routes.resource[r] as number;
    if (this.#resourceMark[resource] === this.#mark) return;
    this.#resourceMark[resource] = this.#mark;
    this.#resources.push(resource);
    this.#busy.push(busy[resource] as number);
  }

  keepUnit(unit: number): void {
    if (this.#unitMark[unit] === this.#mark) return;
    this.#unitMark[unit] = this.#mark;
    this.#units.push(unit);
    this.#wasAbsent.push((this.#solution.absentAt[unit] as number) >= 0);
    this.#wasKept.push(this.#solution.kept[unit] as number);
  }

  /** Everything as it was at `begin`. */
  undo(): void {
    const solution = this.#solution;
    this.#undoUnits();
    this.#undoRoutes();
    if (solution.layout.otherLoads.count > 0) for (const r of this.#routes) refreshOtherLoads(solution, r);
    if (solution.layout.breaks.most > 0) for (const r of this.#routes) refreshStarts(solution, r);
    if (solution.workingSecond !== 0) for (const r of this.#routes) refreshWorking(solution, r);
    for (let at = 0; at < this.#resources.length; at++)
      solution.busy[this.#resources[at] as number] = this.#busy[at] as number;
    solution.total = this.#total;
    solution.changes = this.#changes;
    solution.worst = this.#worst;
    solution.isSound = true;
  }

  /** The change stays. Many a round puts everything back where it was: such routes are what they were. */
  keep(): void {
    const { layout, next, from, till, version } = this.#solution;
    let node = 0;
    for (let at = 0; at < this.#routes.length; at++) {
      const r = this.#routes[at] as number;
      const stop = node + (this.#lengths[at] as number);
      let own = layout.firstStart + r;
      while (
        node < stop &&
        own === this.#nodes[node] &&
        from[own] === this.#times[node * FIELDS] &&
        till[own] === this.#times[node * FIELDS + 1]
      ) {
        own = next[own] as number;
        node++;
      }
      if (node === stop && own === -1) version[r] = this.#figures[at * FIGURES + 5] as number;
      node = stop;
    }
  }

  #undoUnits(): void {
    const solution = this.#solution;
    const { first, size } = solution.layout.units;
    for (let at = 0; at < this.#units.length; at++) {
      const unit = this.#units[at] as number;
      const isAbsent = (solution.absentAt[unit] as number) >= 0;
      const wasAbsent = this.#wasAbsent[at] as boolean;
      if (wasAbsent && !isAbsent) {
        const node = first[unit] as number;
        solution.route.fill(-1, node, node + (size[unit] as number));
        solution.joinAbsent(unit);
      }
      if (!wasAbsent && isAbsent) solution.leaveAbsent(unit);
      solution.kept[unit] = this.#wasKept[at] as number;
    }
  }

  #undoRoutes(): void {
    const { layout, next, prev, route, from, till, early, late, leave, legAfter, tail, canBeLate, cost, metres, load } =
      this.#solution;
    let node = 0;
    for (let at = 0; at < this.#routes.length; at++) {
      const r = this.#routes[at] as number;
      const length = this.#lengths[at] as number;
      let before = -1;
      for (const stop = node + length; node < stop; node++) {
        const own = this.#nodes[node] as number;
        prev[own] = before;
        if (before >= 0) next[before] = own;
        route[own] = r;
        const field = node * FIELDS;
        from[own] = this.#times[field] as number;
        till[own] = this.#times[field + 1] as number;
        const begins = this.#times[field + 2] as number;
        early[own] = begins;
        leave[own] = begins + (layout.duration[own] as number);
        legAfter[own] = this.#ways[node] as number;
        late[own] = this.#times[field + 3] as number;
        tail[own] = this.#times[field + 4] as number;
        canBeLate[own] = this.#times[field + 5] as number;
        if (this.#hasLinks) {
          const { ownFrom, ownTill, calm, calmAlone } = this.#solution;
          ownFrom[own] = this.#windows[4 * node] as number;
          ownTill[own] = this.#windows[4 * node + 1] as number;
          calm[own] = this.#windows[4 * node + 2] as number;
          calmAlone[own] = this.#windows[4 * node + 3] as number;
        }
        before = own;
      }
      next[layout.firstEnd + r] = -1;
      cost[r] = this.#figures[at * FIGURES] as number;
      metres[r] = this.#figures[at * FIGURES + 1] as number;
      load[r] = this.#figures[at * FIGURES + 2] as number;
      this.#solution.setSize(r, this.#figures[at * FIGURES + 3] as number);
      this.#solution.largest[r] = this.#figures[at * FIGURES + 4] as number;
      this.#solution.version[r] = this.#figures[at * FIGURES + 5] as number;
    }
  }
}

const FIELDS = 6;
const FIGURES = 6;
