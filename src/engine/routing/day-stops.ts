import { breaksIn } from './check/breaks.ts';
import { journeys } from './check/journeys.ts';
import type { Plan, Problem } from './model.ts';

/** What a resource does on a day of a plan beside visits: a break, or a refill of the van. */
export interface DayStop {
  readonly kind: 'break' | 'refill';
  readonly resource: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Where the breaks and refills of a plan lie, on the days on which there is work. */
export const dayStops = (problem: Problem, plan: Plan): readonly DayStop[] =>
  journeys(problem, plan).flatMap((journey) => {
    const resource = journey.resource.id;
    return [
      ...breaksIn(problem, journey).taken.map(({ own, start }): DayStop => {
        const { name = '', duration } = own;
        return { kind: 'break', resource, name, start, end: start + duration };
      }),
      ...journey.stops
        .filter(({ isRefill }) => isRefill)
        .map(({ start, end }): DayStop => ({ kind: 'refill', resource, name: '', start, end })),
    ].sort((a, b) => a.start - b.start);
  });
