import { expect, test } from 'vitest';
import { check } from '../../../src/engine/routing/check.ts';
import { explain } from '../../../src/engine/routing/explain.ts';
import { insertInto } from '../../../src/engine/routing/insertion-points.ts';
import type { Plan, Problem, ResourceDay } from '../../../src/engine/routing/model.ts';
import { afterRounds, solve } from '../../../src/engine/routing/solve.ts';
import { aDay, aProblem, aResource, aTask, at, HOUR } from './builders.ts';

const anna = (day: Partial<ResourceDay>) => aResource('anna', { days: [aDay(0, day)] });
const bert = (day: Partial<ResourceDay>) => aResource('bert', { days: [aDay(0, day)] });

function planFor(problem: Problem): Plan {
  const { plan } = solve(problem, { seed: 1, stop: afterRounds(300) });
  expect(check(problem, plan)).toEqual([]);
  return plan;
}

test('a van takes what fits by every one of its limits', () => {
  const tasks = [
    aTask('heavy', { loads: { kg: 80, m3: 1 } }),
    aTask('large', { loads: { kg: 10, m3: 5 } }),
    aTask('both', { loads: { kg: 20, m3: 2 } }),
  ];
  const served = (capacities: Record<string, number>): number =>
    planFor(aProblem({ tasks, resources: [anna({ capacities })] })).visits.length;
  expect(served({ kg: 110, m3: 8 })).toBe(3);
  expect(served({ kg: 110, m3: 7 })).toBe(2);
  expect(served({ kg: 90, m3: 8 })).toBe(2);
  expect(served({ kg: 110 })).toBe(3);
});

test('a load goes to the van that has room for it', () => {
  const tasks = [aTask('boiler', { loads: { kg: 60 } }), aTask('pipes', { loads: { m3: 6 } })];
  const resources = [anna({ capacities: { kg: 100, m3: 2 } }), bert({ capacities: { kg: 20, m3: 8 } })];
  const { visits } = planFor(aProblem({ tasks, resources }));
  expect(visits.map(({ task, resource }) => [task, resource])).toEqual([
    ['boiler', 'anna'],
    ['pipes', 'bert'],
  ]);
});

test('an empty van that is like another one but for a named limit is tried as well', () => {
  const tasks = [aTask('boiler', { loads: { kg: 60 } })];
  const resources = [anna({ capacities: { kg: 20 } }), bert({ capacities: { kg: 100 } })];
  expect(planFor(aProblem({ tasks, resources })).visits[0]?.resource).toBe('bert');
});

test('the capacity without a name holds beside them', () => {
  const tasks = [aTask('one', { load: 2, loads: { kg: 1 } }), aTask('two', { load: 2, loads: { kg: 1 } })];
  expect(planFor(aProblem({ tasks, resources: [anna({ capacity: 3, capacities: { kg: 9 } })] })).visits).toHaveLength(
    1,
  );
});

test('the check says which load is too much', () => {
  const problem = aProblem({
    tasks: [aTask('boiler', { loads: { kg: 60 } })],
    resources: [anna({ capacities: { kg: 50 } })],
  });
  const visit = { task: 'boiler', resource: 'anna', date: 'day 0', start: at(9), end: at(9) + HOUR };
  expect(check(problem, { visits: [visit], unassigned: [] })).toMatchObject([
    { rule: 'capacity', detail: 'anna carries 60 kg, but only 50 fits.' },
  ]);
});

test('the reason says for what there is no room', () => {
  const problem = aProblem({
    tasks: [aTask('boiler', { loads: { kg: 60, m3: 4, pallets: 1 } })],
    resources: [anna({ capacities: { kg: 50, m3: 3, pallets: 2 } })],
  });
  const [explanation] = explain(problem, planFor(problem));
  expect(explanation?.reasons.map(({ detail }) => detail)).toEqual([
    'The only resource has time, but no room for kg (it needs 60, 50 free), m3 (it needs 4, 3 free).',
  ]);
});

test('of several vans without room, the reason says how much is free at most', () => {
  const problem = aProblem({
    tasks: [aTask('small', { loads: { kg: 20 } }), aTask('boiler', { loads: { kg: 60 } })],
    resources: [anna({ capacities: { kg: 50 } }), bert({ capacities: { kg: 10.5 } })],
  });
  const [explanation] = explain(problem, planFor(problem));
  expect(explanation?.reasons.map(({ detail }) => detail)).toEqual([
    'All 2 resources have time, but no room for kg (it needs 60, at most 30 free).',
  ]);
});

test('decimals that add up to the capacity fit', () => {
  const tasks = ['a', 'b', 'c'].map((id) => aTask(id, { loads: { m3: 0.1 } }));
  expect(planFor(aProblem({ tasks, resources: [anna({ capacities: { m3: 0.3 } })] })).visits).toHaveLength(3);
  expect(planFor(aProblem({ tasks, resources: [anna({ capacities: { m3: 0.299999 } })] })).visits).toHaveLength(2);
});

test('a day that is overloaded as planned has no room for one more load, but for work without one', () => {
  const planned = (hour: number) => ({ planned: { resources: ['anna'], start: at(hour) } });
  const problem = aProblem({
    tasks: [
      aTask('a', { loads: { kg: 40 }, ...planned(9) }),
      aTask('b', { loads: { kg: 40 }, ...planned(11) }),
      aTask('more', { loads: { kg: 1 } }),
      aTask('light'),
    ],
    resources: [anna({ capacities: { kg: 50 } })],
  });
  expect(insertInto(problem, 'more', 3)).toMatchObject({
    places: [],
    reasons: ['The only resource has time, but no room for kg (it needs 1, 0 free).'],
  });
  expect(insertInto(problem, 'light', 3).places).not.toEqual([]);
});
