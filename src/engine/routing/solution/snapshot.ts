import type { Plan, Visit } from '../model.ts';
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
    this.absent = this.#solution.absentCount;
  }

  plan(): Plan {
    const { problem, origin, routes, task, firstStart, firstEnd } = this.#solution.layout;
    const visits: Visit[] = [];
    const served = new Set<string>();
    routes.days.forEach(({ resource, day }, r) => {
      for (let node = this.#next[firstStart + r] as number; node !== firstEnd + r; node = this.#next[node] as number) {
        const own = problem.tasks[task[node] as number];
        if (own === undefined) continue;
        const start = (this.#starts[node] as number) + origin;
        visits.push({ task: own.id, resource: resource.id, date: day.date, start, end: start + own.duration });
        served.add(own.id);
      }
    });
    return { visits, unassigned: problem.tasks.filter(({ id }) => !served.has(id)).map(({ id }) => id) };
  }
}
