import { fixedAt } from '../fixed.ts';
import { linkGroups } from '../link-distances.ts';
import type { Problem } from '../model.ts';
import { NEVER, type Rule } from './rule.ts';

/** Where a task of a link is locked, the others go to other resources, unless they may share one. */
export const linkedElsewhere: Rule = {
  key: 'linkedElsewhere',
  narrow: (open, { problem, task, resource }) =>
    task.link !== undefined && takenOf(problem).get(task.id)?.has(resource.id) ? NEVER : open,
};

const known = new WeakMap<Problem, ReadonlyMap<string, ReadonlySet<string>>>();

/** Of each linked task: the resources of locked tasks that it may not share. Found once a problem: the rule is asked of every task for every day. */
function takenOf(problem: Problem): ReadonlyMap<string, ReadonlySet<string>> {
  let found = known.get(problem);
  if (found === undefined) {
    const resources = new Map<string, Set<string>>();
    for (const { tasks, mayShare } of linkGroups(problem.tasks).values())
      for (const { id } of tasks) {
        const others = tasks.filter((each) => each.id !== id && !mayShare(id, each.id));
        resources.set(id, new Set(others.flatMap((each) => fixedAt(problem, each)?.resources ?? [])));
      }
    found = resources;
    known.set(problem, found);
  }
  return found;
}
