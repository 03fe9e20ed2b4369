import type { Problem } from '../model.ts';
import { NEVER, type Rule } from './rule.ts';

/** Where a task of a container is locked, the rest of the container goes to the same resource on the same day. */
export const containerElsewhere: Rule = {
  key: 'containerElsewhere',
  narrow: (open, { problem, task, resource, day }) => {
    if (task.container === undefined) return open;
    const anchors = lockedOf(problem).get(task.container);
    if (anchors === undefined) return open;
    const isHere = anchors.every(
      (each) => each.resources.includes(resource.id) && each.start >= day.span.start && each.start < day.span.end,
    );
    return isHere ? open : NEVER;
  },
};

type Anchors = ReadonlyMap<string, readonly { readonly resources: readonly string[]; readonly start: number }[]>;
const known = new WeakMap<Problem, Anchors>();

/** The locked work of each container. Found once a problem: the rule is asked of every task for every day. */
function lockedOf(problem: Problem): Anchors {
  let anchors = known.get(problem);
  if (anchors === undefined) {
    const found = new Map<string, { resources: readonly string[]; start: number }[]>();
    for (const { container, planned, locked } of problem.tasks) {
      if (container === undefined || planned === undefined) continue;
      if (!locked && planned.start >= (problem.freezeBefore ?? Number.NEGATIVE_INFINITY)) continue;
      found.set(container, [...(found.get(container) ?? []), planned]);
    }
    anchors = found;
    known.set(problem, anchors);
  }
  return anchors;
}
