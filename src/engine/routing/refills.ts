import { journeys } from './check/journeys.ts';
import type { Problem, Task } from './model.ts';
import { presentPlan } from './present-plan.ts';

/**
 * A problem in which refills are tasks of their own, at the end of the list: each for one day of one resource, worth nothing by itself. The plan as it
 * stands has those that it needs.
 */
export function withRefills(problem: Problem): Problem {
  if (!problem.resources.some(({ days }) => days.some(({ refill }) => refill))) return problem;
  const { freezeBefore = Number.NEGATIVE_INFINITY } = problem;
  const refills = journeys(problem, presentPlan(problem)).flatMap(({ resource, day, stops }): Task[] => {
    const { refill, date } = day;
    if (!refill) return [];
    const planned = stops.filter(({ isRefill, start }) => isRefill && start >= freezeBefore);
    return Array.from({ length: refill.times }, (_, no) => {
      const start = planned[no]?.start;
      return {
        id: `refill ${resource.id} ${date} ${no}`,
        duration: refill.duration,
        place: refill.place,
        priority: 0,
        refillOf: { resource: resource.id, date },
        ...(start === undefined ? {} : { planned: { resources: [resource.id], start } }),
      };
    });
  });
  return { ...problem, tasks: [...problem.tasks, ...refills] };
}
