import { breaksIn } from './check/breaks.ts';
import { journeys } from './check/journeys.ts';
import type { Problem, Resource } from './model.ts';
import { planOf, presentPlan } from './present-plan.ts';

/** The problem without the breaks for which fixed work leaves no time: such a day would take no visit at all. */
export function withPossibleBreaks(problem: Problem): Problem {
  if (!problem.resources.some(({ days }) => days.some(({ breaks = [] }) => breaks.length > 0))) return problem;
  const given = new Map(
    journeys(problem, planOf(problem, presentPlan(problem).visits)).map((journey) => [
      journey.day,
      { ...journey, stops: journey.stops.filter(({ isGiven }) => isGiven) },
    ]),
  );
  const resources = problem.resources.map((resource): Resource => {
    const days = resource.days.map((day) => {
      const journey = given.get(day);
      if (!journey || !day.breaks || journey.stops.length === 0) return day;
      let breaks = day.breaks;
      for (;;) {
        const missing = new Set(breaksIn(problem, { ...journey, day: { ...day, breaks } }).missing);
        if (missing.size === 0) return { ...day, breaks };
        breaks = breaks.filter((each) => !missing.has(each));
      }
    });
    return { ...resource, days };
  });
  return { ...problem, resources };
}
