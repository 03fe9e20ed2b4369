import { fixedAt } from '../fixed.ts';
import type { Problem } from '../model.ts';
import { NEVER, type Rule } from './rule.ts';

/** Where a task of a link is locked, the others go to other resources. */
export const linkedElsewhere: Rule = {
  key: 'linkedElsewhere',
  narrow: (open, { problem, task, resource }) =>
    task.link !== undefined && lockedOf(problem).get(task.link.id)?.has(resource.id) ? NEVER : open,
};

const known = new WeakMap<Problem, ReadonlyMap<string, ReadonlySet<string>>>();

/** The resources of the locked tasks of each link. Found once a problem: the rule is asked of every task for every day. */
function lockedOf(problem: Problem): ReadonlyMap<string, ReadonlySet<string>> {
  let found = known.get(problem);
  if (found === undefined) {
    const resources = new Map<string, Set<string>>();
    for (const task of problem.tasks) {
      if (task.link === undefined) continue;
      const own = resources.get(task.link.id) ?? new Set();
      for (const id of fixedAt(problem, task)?.resources ?? []) own.add(id);
      resources.set(task.link.id, own);
    }
    found = resources;
    known.set(problem, found);
  }
  return found;
}
