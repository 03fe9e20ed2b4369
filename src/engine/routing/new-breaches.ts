import type { Breach } from './check/breach.ts';
import { check } from './check.ts';
import type { Plan, Problem } from './model.ts';
import { presentPlan } from './present-plan.ts';

const nameOf = ({ rule, task, resource, date }: Breach): string => [rule, task, resource, date].join('|');

/** The rules that a plan breaks and the present plan does not: what was broken before is no fault of the change. */
export function newBreaches(problem: Problem, plan: Plan): readonly Breach[] {
  const known = new Set(check(problem, presentPlan(problem)).map(nameOf));
  return check(problem, plan).filter((breach) => !known.has(nameOf(breach)));
}
