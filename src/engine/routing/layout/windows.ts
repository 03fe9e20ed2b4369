import { fixedAt } from '../fixed.ts';
import { linkGroups } from '../link-distances.ts';
import type { Problem, Span } from '../model.ts';
import { openFor, workable } from '../rules/index.ts';
import { common } from '../rules/rule.ts';
import { FAR } from './far.ts';
import type { Routes } from './routes.ts';

/**
 * When each task may start on each route, by all rules that do not depend on what else is there. Nearly always it is one window, which stands
 * in `from` and `till`; where there are more, the others follow in `more`.
 */
export interface Windows {
  /** At task * routes + route. Later than `till` where the task can never be there. */
  readonly from: Int32Array;
  readonly till: Int32Array;
  /** Where in `more` the further windows stand, or -1: their number, then from and till of each. */
  readonly moreAt: Int32Array;
  readonly more: Int32Array;
  /** Whether there is a window at all: a table small enough to stay in the cache. One longer than the others: a row may be read to one behind its end. */
  readonly isOpen: Uint8Array;
  /** Of each task: the first and the last moment at which it may start anywhere. */
  readonly first: Int32Array;
  readonly last: Int32Array;
}

export function windowsOf(problem: Problem, routes: Routes, origin: number): Windows {
  const size = problem.tasks.length * routes.count;
  const from = new Int32Array(size).fill(FAR);
  const till = new Int32Array(size).fill(-FAR);
  const moreAt = new Int32Array(size).fill(-1);
  const more: number[] = [];
  const isOpen = new Uint8Array(size + 1);
  const firstOf = new Int32Array(problem.tasks.length).fill(FAR);
  const lastOf = new Int32Array(problem.tasks.length).fill(-FAR);
  const days = routes.days.map((each) => ({ ...each, working: workable(each.day) }));
  const bounds = boundsByFixedWork(problem);
  problem.tasks.forEach((task, at) => {
    if (fixedAt(problem, task)) return;
    const bound = bounds.get(task.id);
    days.forEach(({ resource, day, working }, route) => {
      const pairing = { problem, task, resource, day };
      const open = openFor(pairing, bound ? common(working, [bound]) : working);
      const first = open[0];
      if (first === undefined) return;
      const pair = at * routes.count + route;
      from[pair] = first.start - origin;
      till[pair] = first.end - origin - task.duration;
      isOpen[pair] = 1;
      firstOf[at] = Math.min(firstOf[at] as number, first.start - origin);
      lastOf[at] = Math.max(lastOf[at] as number, (open.at(-1) ?? first).end - origin - task.duration);
      if (open.length === 1) return;
      moreAt[pair] = more.length;
      more.push(open.length - 1);
      for (const { start, end } of open.slice(1)) more.push(start - origin, end - origin - task.duration);
    });
  });
  return { from, till, moreAt, more: Int32Array.from(more), isOpen, first: firstOf, last: lastOf };
}

/** Fixed work that comes before or after a task is no matter of search: it cuts the time in which the task may be. */
function boundsByFixedWork(problem: Problem): ReadonlyMap<string, Span> {
  const tasks = new Map(problem.tasks.map((task) => [task.id, task]));
  const bounds = new Map<string, Span>();
  const cut = (id: string, start: number, end: number): void => {
    const known = bounds.get(id) ?? { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
    bounds.set(id, { start: Math.max(known.start, start), end: Math.min(known.end, end) });
  };
  for (const task of problem.tasks) {
    const own = fixedAt(problem, task);
    for (const { task: id, lag = 0 } of task.after ?? []) {
      const before = tasks.get(id);
      const at = before && fixedAt(problem, before);
      if (before && at && !own) cut(task.id, at.start + before.duration + lag, Number.POSITIVE_INFINITY);
      if (before && !at && own) cut(id, Number.NEGATIVE_INFINITY, own.start - lag);
    }
  }
  for (const { tasks: linked, least } of linkGroups(problem.tasks).values())
    for (const fixed of linked) {
      const at = fixedAt(problem, fixed);
      if (at === undefined) continue;
      for (const { id, duration } of linked)
        if (id !== fixed.id) cut(id, at.start + least(fixed.id, id), at.start - least(id, fixed.id) + duration);
    }
  return bounds;
}
