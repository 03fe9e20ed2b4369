import type { Plan, Problem, Task, Visit } from '../model.ts';

/** The part of a problem and its plan that a task has to do with. */
export interface Surroundings {
  readonly problem: Problem;
  readonly plan: Plan;
}

/**
 * A move touches the days of a few resources. Its gain is computed on these alone: on the whole plan, a thousand moves would be a million
 * days. What is cut off at the edge (the rest of a team, a task that others wait for) is cut off before and after the move alike.
 */
export function surroundings(
  problem: Problem,
  plan: Plan,
): { of(task: Task): Surroundings; visitsOf(task: string): readonly Visit[] } {
  const byTask = new Map<string, Visit[]>(problem.tasks.map(({ id }) => [id, []]));
  const byResource = new Map<string, Visit[]>(problem.resources.map(({ id }) => [id, []]));
  for (const visit of plan.visits) {
    byTask.get(visit.task)?.push(visit);
    byResource.get(visit.resource)?.push(visit);
  }
  const visitsOf = (id: string): readonly Visit[] => byTask.get(id) ?? [];
  const linked = links(problem);
  return {
    visitsOf,
    of: (task) => {
      const together = [task.id, ...(linked.get(task.id) ?? [])];
      const who = new Set([
        ...(task.planned?.resources ?? []),
        ...together.flatMap(visitsOf).map(({ resource }) => resource),
      ]);
      const visits = [...who].flatMap((id) => byResource.get(id) ?? []);
      const ids = new Set([...together, ...visits.map((visit) => visit.task)]);
      const { maxChanges: _, ...rest } = problem;
      return {
        problem: {
          ...rest,
          resources: problem.resources.filter(({ id }) => who.has(id)),
          tasks: problem.tasks.filter(({ id }) => ids.has(id)),
        },
        plan: { visits, unassigned: together.filter((id) => visitsOf(id).length === 0) },
      };
    },
  };
}

/** Of each task: those that it waits for, that wait for it, and that share its container or link. */
function links({ tasks }: Problem): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>(tasks.map(({ id }) => [id, []]));
  const groups = new Map<string, string[]>();
  const groupOf = ({ container, link }: Task): string | undefined =>
    container !== undefined ? `container ${container}` : link && `link ${link.id}`;
  for (const task of tasks) {
    const { id, after } = task;
    const group = groupOf(task);
    for (const { task: leader } of after ?? []) {
      found.get(id)?.push(leader);
      found.get(leader)?.push(id);
    }
    if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), id]);
  }
  for (const task of tasks) {
    const group = groupOf(task);
    if (group !== undefined)
      found.get(task.id)?.push(...(groups.get(group) ?? []).filter((other) => other !== task.id));
  }
  return found;
}
