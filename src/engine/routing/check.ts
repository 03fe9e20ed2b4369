import type { Breach } from './check/breach.ts';
import { journeys } from './check/journeys.ts';
import { routeBreaches } from './check/route-breaches.ts';
import { taskBreaches } from './check/task-breaches.ts';
import type { Plan, Problem } from './model.ts';

/**
 * Holds a plan against its problem, from the problem alone: plain loops that share nothing with the solver, so that a mistake in the one is
 * found by the other. What is locked is given: it has to stay, but whether it keeps to the rules itself is not judged.
 */
export function check(problem: Problem, plan: Plan): readonly Breach[] {
  return [
    ...taskBreaches(problem, plan),
    ...journeys(problem, plan).flatMap((journey) => routeBreaches(problem, journey)),
  ];
}
