import { expect, test } from 'vitest';
import { figures } from '../../../src/engine/routing/check/figures.ts';
import { check } from '../../../src/engine/routing/check.ts';
import { insertions } from '../../../src/engine/routing/insert.ts';
import { DEFAULT_WEIGHTS, type Plan, type Problem } from '../../../src/engine/routing/model.ts';
import { moves } from '../../../src/engine/routing/moves.ts';
import { afterRounds, solve } from '../../../src/engine/routing/solve.ts';
import { aDay, aProblem, aResource, aTask, at, span } from './builders.ts';

const weights = { ...DEFAULT_WEIGHTS, workingHour: 20 };

function planFor(problem: Problem): Plan {
  const { plan, cost } = solve(problem, { seed: 1, stop: afterRounds(500) });
  expect(check(problem, plan)).toEqual([]);
  expect(figures(problem, plan).cost).toBeCloseTo(cost, 6);
  return plan;
}
const startOf = (plan: Plan, task: string): number | undefined =>
  plan.visits.find((visit) => visit.task === task)?.start;

/** Somebody who has to be somewhere at 15:00, and has something to do before. */
const withAppointment = (first: Parameters<typeof aTask>[1]): Problem =>
  aProblem({ weights, tasks: [aTask('first', first), aTask('second', { windows: [span(15, 16)] })] });

test('waiting before the first visit is not working time', () => {
  const problem = aProblem({ weights, tasks: [aTask('task', { windows: [span(13, 15)] })] });
  expect(figures(problem, planFor(problem)).workingHours).toBeCloseTo(1 + 20 / 60, 6);
});

test('a commute that is free is not working time either', () => {
  const resources = [aResource('anna', { days: [aDay(0, { commutesFreely: true })] })];
  const problem = aProblem({ weights, resources, tasks: [aTask('task', { windows: [span(13, 15)] })] });
  expect(figures(problem, planFor(problem)).workingHours).toBeCloseTo(1, 6);
});

test('a visit starts as late as the next one allows', () => {
  expect(startOf(planFor(withAppointment({ place: 2 })), 'first')).toBe(at(14) - 600);
});

test('without a price it starts as early as it can', () => {
  const problem = { ...withAppointment({ place: 2 }), weights: DEFAULT_WEIGHTS };
  expect(startOf(planFor(problem), 'first')).toBe(at(8) + 1200);
});

test('a visit does not become late for it, nor leave its window', () => {
  expect(startOf(planFor(withAppointment({ due: at(11) })), 'first')).toBe(at(10));
  expect(startOf(planFor(withAppointment({ windows: [span(8, 12)] })), 'first')).toBe(at(11));
});

test('a later window is taken where it leaves less time to wait', () => {
  expect(startOf(planFor(withAppointment({ windows: [span(8, 10), span(12, 14)] })), 'first')).toBe(at(13));
});

test('a container takes a later window as a whole', () => {
  const windows = [span(8, 11), span(12, 14.5)];
  const tasks = [
    aTask('one', { windows, container: 'c' }),
    aTask('two', { windows, container: 'c' }),
    aTask('last', { windows: [span(15, 16)] }),
  ];
  const plan = planFor(aProblem({ weights, tasks }));
  expect([startOf(plan, 'one'), startOf(plan, 'two')]).toEqual([at(12.5), at(13.5)]);
});

test('two short days are better than one with a long time to wait, if working time has a price', () => {
  const tasks = [aTask('early', { windows: [span(9, 10)] }), aTask('late', { windows: [span(15, 16)] })];
  const resources = [aResource('anna'), aResource('bert')];
  const used = (problem: Problem): number => new Set(planFor(problem).visits.map(({ resource }) => resource)).size;
  expect(used(aProblem({ tasks, resources }))).toBe(1);
  expect(used(aProblem({ tasks, resources, weights }))).toBe(2);
});

test('a task that others wait for stays at its earliest start', () => {
  const tasks = [aTask('leader'), aTask('follower', { after: [{ task: 'leader' }], windows: [span(15, 16)] })];
  const plan = planFor(aProblem({ weights, tasks, resources: [aResource('anna'), aResource('bert')] }));
  expect([startOf(plan, 'leader'), startOf(plan, 'follower')]).toEqual([at(8) + 600, at(15)]);
});

test('an insertion point has the start that it is priced with', () => {
  const problem = withAppointment({ place: 1 });
  const planned = { resources: ['anna'], start: at(15) };
  const tasks = problem.tasks.map((task) => (task.id === 'second' ? { ...task, planned } : task));
  const [best] = insertions({ ...problem, tasks }, 'first', 1);
  expect(best?.visits[0]?.start).toBe(at(14));
  // An hour of work more, and nothing to wait for.
  expect(best?.cost).toBeCloseTo(20, 6);
});

test('a move that shortens the day gives that as its reason', () => {
  const problem = withAppointment({ place: 1, planned: { resources: ['anna'], start: at(9) } });
  const [move] = moves(problem, planFor(problem)).filter(({ task }) => task === 'first');
  expect(move?.reason).toBe('It saves 5.0 h of working time.');
});
