import type { Plan, Planned, Problem, Visit } from './model.ts';

type Unplaced = Pick<Problem, 'tasks' | 'resources'>;

/** The visits of a task that some resources begin at a moment, on the days of their routes. */
export function visitsOf(
  { resources }: Unplaced,
  task: { readonly id: string; readonly duration: number },
  { resources: team, start }: Planned,
): Visit[] {
  return team.map((id) => {
    const days = resources.find((resource) => resource.id === id)?.days ?? [];
    const date = days.find(({ span }) => start >= span.start && start < span.end)?.date ?? '';
    return { task: task.id, resource: id, date, start, end: start + task.duration };
  });
}

/** Everything where it stands now. */
export function presentPlan(problem: Unplaced): Plan {
  return planOf(
    problem,
    problem.tasks.flatMap((task) => (task.planned ? visitsOf(problem, task, task.planned) : [])),
  );
}

/** What is not visited is unassigned. */
export function planOf({ tasks }: Unplaced, visits: readonly Visit[]): Plan {
  const served = new Set(visits.map(({ task }) => task));
  return { visits, unassigned: tasks.filter(({ id }) => !served.has(id)).map(({ id }) => id) };
}

/** Whether a planned task is served just as it was planned. */
export const staysAt = (planned: Planned, visits: readonly Visit[]): boolean =>
  visits.length === planned.resources.length &&
  visits.every(({ resource, start }) => start === planned.start && planned.resources.includes(resource));
