import type { Plan, RefillStop, Visit } from '../model.ts';
import type { Solution } from './solution.ts';

/** A solution at one moment of the search: the best so far. */
export class Snapshot {
  cost = Number.POSITIVE_INFINITY;
  /** Tasks, teams and containers that nobody serves. */
  absent = 0;
  readonly #solution: Solution;
  readonly #next: Int32Array;
  readonly #starts: Int32Array;

  constructor(solution: Solution) {
    this.#solution = solution;
    this.#next = new Int32Array(solution.layout.nodeCount);
    this.#starts = new Int32Array(solution.layout.nodeCount);
    this.take();
  }

  take(): void {
    this.#solution.recognise();
    this.#next.set(this.#solution.next);
    this.#starts.set(this.#solution.starts);
    this.cost = this.#solution.sum();
    this.absent = this.#solution.absentCount - this.#absentRefills();
  }

  plan(): Plan {
    const { problem, origin, routes, task, firstStart, firstEnd, otherLoads } = this.#solution.layout;
    const visits: Visit[] = [];
    const refills: RefillStop[] = [];
    const served = new Set<string>();
    routes.days.forEach(({ resource, day }, r) => {
      for (let node = this.#next[firstStart + r] as number; node !== firstEnd + r; node = this.#next[node] as number) {
        const own = problem.tasks[task[node] as number];
        if (own === undefined) continue;
        const start = (this.#starts[node] as number) + origin;
        if (own.refillOf) {
          if (this.#isNeeded(r, node)) refills.push({ resource: resource.id, date: day.date, start });
          continue;
        }
        visits.push({ task: own.id, resource: resource.id, date: day.date, start, end: start + own.duration });
        served.add(own.id);
      }
    });
    const unassigned = problem.tasks.filter(({ id, refillOf }) => !refillOf && !served.has(id)).map(({ id }) => id);
    return otherLoads.refills.length > 0 ? { visits, unassigned, refills } : { visits, unassigned };
  }

  #absentRefills(): number {
    const { layout, absentAt } = this.#solution;
    const { units, otherLoads } = layout;
    if (otherLoads.refills.length === 0) return 0;
    let count = 0;
    for (let unit = 0; unit < units.count; unit++)
      if (otherLoads.refills[units.first[unit] as number] === 1 && (absentAt[unit] as number) >= 0) count++;
    return count;
  }

  /** Whether a refill is of use: something is carried before it, and something behind it, up to the next one. */
  #isNeeded(r: number, refill: number): boolean {
    const { otherLoads, firstStart, firstEnd } = this.#solution.layout;
    const { count, load, refills } = otherLoads;
    let [isBehind, before, behind] = [false, 0, 0];
    for (let node = this.#next[firstStart + r] as number; node !== firstEnd + r; node = this.#next[node] as number) {
      if (node === refill) isBehind = true;
      else if (refills[node] === 1 && isBehind) break;
      for (let kind = 0; kind < count; kind++)
        if (isBehind) behind += load[node * count + kind] as number;
        else before += load[node * count + kind] as number;
    }
    return before > 0 && behind > 0;
  }
}
