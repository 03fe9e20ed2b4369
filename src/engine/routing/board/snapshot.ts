import type { Plan, Visit } from '../model.ts';
import type { Board } from './board.ts';

/** A board at one moment of the search: the best so far. */
export class Snapshot {
  cost = Number.POSITIVE_INFINITY;
  /** Tasks, teams and containers that nobody serves. */
  absent = 0;
  readonly #board: Board;
  readonly #next: Int32Array;
  readonly #early: Int32Array;

  constructor(board: Board) {
    this.#board = board;
    this.#next = new Int32Array(board.layout.nodeCount);
    this.#early = new Int32Array(board.layout.nodeCount);
    this.take();
  }

  take(): void {
    this.#board.recognise();
    this.#next.set(this.#board.next);
    this.#early.set(this.#board.early);
    this.cost = this.#board.sum();
    this.absent = this.#board.absentCount;
  }

  plan(): Plan {
    const { problem, origin, routes, task, firstStart, firstEnd } = this.#board.layout;
    const visits: Visit[] = [];
    const served = new Set<string>();
    routes.days.forEach(({ resource, day }, r) => {
      for (let node = this.#next[firstStart + r] as number; node !== firstEnd + r; node = this.#next[node] as number) {
        const own = problem.tasks[task[node] as number];
        if (own === undefined) continue;
        const start = (this.#early[node] as number) + origin;
        visits.push({ task: own.id, resource: resource.id, date: day.date, start, end: start + own.duration });
        served.add(own.id);
      }
    });
    return { visits, unassigned: problem.tasks.filter(({ id }) => !served.has(id)).map(({ id }) => id) };
  }
}
