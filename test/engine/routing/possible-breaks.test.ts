import { expect, test } from 'vitest';
import { check } from '../../../src/engine/routing/check.ts';
import { dayStops } from '../../../src/engine/routing/day-stops.ts';
import { insertInto } from '../../../src/engine/routing/insertion-points.ts';
import { judge } from '../../../src/engine/routing/judge.ts';
import { withPossibleBreaks } from '../../../src/engine/routing/possible-breaks.ts';
import { afterRounds, solve } from '../../../src/engine/routing/solve.ts';
import { aDay, aProblem, aResource, aTask, at, HOUR, span } from './builders.ts';

const lunch = { name: 'lunch', duration: HOUR / 2, window: span(12, 13) };

test('a break for which fixed work leaves no time does not keep the day closed', () => {
  const day = aDay(0, { breaks: [lunch] });
  const problem = aProblem({ resources: [aResource('anna', { days: [day], appointments: [span(11, 14)] })] });
  const possible = withPossibleBreaks(problem);
  expect(possible.resources[0]?.days[0]?.breaks).toEqual([]);
  const { plan } = solve(possible, { seed: 1, stop: afterRounds(100) });
  expect(plan.visits).toHaveLength(1);
  expect(check(possible, plan)).toEqual([]);
});

test('a break that fits beside fixed work stays', () => {
  const day = aDay(0, { breaks: [lunch] });
  const problem = aProblem({ resources: [aResource('anna', { days: [day], appointments: [span(11, 12.25)] })] });
  expect(withPossibleBreaks(problem).resources[0]?.days[0]?.breaks).toEqual([lunch]);
});

test('a plan says where its breaks lie: where there is time in their windows', () => {
  const problem = aProblem({
    resources: [aResource('anna', { days: [aDay(0, { breaks: [lunch] })] })],
    tasks: [aTask('a', { duration: 4 * HOUR }), aTask('b', { duration: 3 * HOUR })],
  });
  const { plan } = solve(problem, { seed: 1, stop: afterRounds(200) });
  expect(plan.visits).toHaveLength(2);
  const [stop, ...others] = dayStops(problem, plan);
  expect(others).toEqual([]);
  expect(stop).toMatchObject({ kind: 'break', resource: 'anna', name: 'lunch' });
  expect((stop?.end ?? 0) - (stop?.start ?? 0)).toBe(HOUR / 2);
  expect(stop?.start).toBeGreaterThanOrEqual(at(12));
  expect(stop?.end).toBeLessThanOrEqual(at(13));
  for (const { start, end } of plan.visits) expect(end <= (stop?.start ?? 0) || start >= (stop?.end ?? 0)).toBe(true);
});

test('a plan that leaves no time for a break is not proposed, even if it is cheaper', () => {
  const planned = { resources: ['anna'], start: at(11) };
  const problem = aProblem({
    resources: [aResource('anna', { days: [aDay(0, { breaks: [lunch] })] })],
    tasks: [aTask('a', { duration: 3 * HOUR, planned })],
  });
  const { plan } = solve(problem, { seed: 1, stop: afterRounds(100) });
  const judged = judge(problem, plan);
  expect(judged.breaches).toEqual([]);
  expect(judged.plan.visits[0]?.start).not.toBe(at(11));
});

test('a day whose planned visits leave no time for a break takes one more all the same', () => {
  const planned = { resources: ['anna'], start: at(11) };
  const problem = aProblem({
    resources: [aResource('anna', { days: [aDay(0, { breaks: [lunch] })] })],
    tasks: [aTask('a', { duration: 3 * HOUR, planned }), aTask('more')],
  });
  expect(insertInto(problem, 'more', 1).places).toHaveLength(1);
});
