import { breaksIn } from './check/breaks.ts';
import { journeys } from './check/journeys.ts';
import type { Plan, Problem } from './model.ts';

/** What a resource does on a day of a plan beside visits: a break. */
export interface DayStop {
  readonly kind: 'break';
  readonly resource: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Where the breaks of a plan lie, on the days on which there is work. */
export const dayStops = (problem: Problem, plan: Plan): readonly DayStop[] =>
  journeys(problem, plan).flatMap((journey) =>
    breaksIn(problem, journey).taken.map(({ own, start }): DayStop => {
      const { name = '', duration } = own;
      return { kind: 'break', resource: journey.resource.id, name, start, end: start + duration };
    }),
  );
