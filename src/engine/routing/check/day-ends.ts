import type { Problem, ResourceDay } from '../model.ts';
import { breaksIn } from './breaks.ts';
import { type Journey, legsOf } from './journeys.ts';

/** When the day begins: one leaves just in time for the first stop, or is there if the way to it is not working time. */
export function startOfDay(problem: Problem, journey: Journey): number {
  const [first] = journey.stops;
  if (first === undefined) return Number.POSITIVE_INFINITY;
  const there = legsOf(problem, journey)[0]?.seconds ?? 0;
  return first.start - (journey.day.commutesFreely ? 0 : there);
}

/** When the day is over: the last work is done, and one is home if that is working time. */
export function endOfDay(problem: Problem, journey: Journey): number {
  const last = journey.stops.at(-1);
  if (last === undefined) return Number.NEGATIVE_INFINITY;
  const done = Math.max(...journey.stops.map(({ start, end, isGiven: given }) => (given ? end : Math.max(start, end))));
  const home = legsOf(problem, journey).at(-1)?.seconds ?? 0;
  const { onTheWayHome } = breaksIn(problem, journey);
  return done + (journey.day.commutesFreely ? 0 : home) + onTheWayHome;
}

export const endOfWork = (day: ResourceDay): number => day.working.at(-1)?.end ?? day.span.start;
