import { describe, expect, test } from 'vitest';
import { chanceFrom } from '../../../src/domain/random.ts';
import { figures } from '../../../src/engine/routing/check/figures.ts';
import { check } from '../../../src/engine/routing/check.ts';
import { dayStops } from '../../../src/engine/routing/day-stops.ts';
import { defects } from '../../../src/engine/routing/defects.ts';
import { explain } from '../../../src/engine/routing/explain.ts';
import { insertInto } from '../../../src/engine/routing/insertion-points.ts';
import { judge } from '../../../src/engine/routing/judge.ts';
import type { Plan, Problem, ResourceDay } from '../../../src/engine/routing/model.ts';
import { presentPlan } from '../../../src/engine/routing/present-plan.ts';
import { afterRounds, solve } from '../../../src/engine/routing/solve.ts';
import {
  aDay,
  anyProblem,
  aProblem,
  aResource,
  aTask,
  at,
  HOUR,
  span,
  withBreaks,
  withLoads,
  withPlan,
} from './builders.ts';

const anna = (day: Partial<ResourceDay>) => aResource('anna', { days: [aDay(0, day)] });
const refill = { place: 0, duration: HOUR / 2, times: 2 };
const loaded = (id: string, pallets: number, more = {}) => aTask(id, { loads: { pallets }, ...more });

function planFor(problem: Problem, rounds = 400, seed = 1): Plan {
  expect(defects(problem)).toEqual([]);
  const { plan } = solve(problem, { seed, stop: afterRounds(rounds) });
  expect(check(problem, plan)).toEqual([]);
  return plan;
}

describe('a van that is filled again on the way', () => {
  const tasks = ['a', 'b', 'c'].map((id) => loaded(id, 2));

  test('serves more than it carries at once', () => {
    const day = { capacities: { pallets: 2 } };
    expect(planFor(aProblem({ tasks, resources: [anna(day)] })).visits).toHaveLength(1);
    const problem = aProblem({ tasks, resources: [anna({ ...day, refill })] });
    const plan = planFor(problem);
    expect(plan.visits).toHaveLength(3);
    expect(plan.refills).toHaveLength(2);
    expect(dayStops(problem, plan).map(({ kind }) => kind)).toEqual(['refill', 'refill']);
  });

  test('is filled no more often than allowed', () => {
    const day = { capacities: { pallets: 2 }, refill: { ...refill, times: 1 } };
    const problem = aProblem({ tasks, resources: [anna(day)] });
    const plan = planFor(problem);
    expect(plan.visits).toHaveLength(2);
    const [explanation] = explain(problem, plan);
    expect(explanation?.reasons.map(({ detail }) => detail)).toEqual([
      'The only resource has time, but no room for pallets (it needs 2, 0 free).',
    ]);
  });

  test('drives to where it is filled, and no further than it pays', () => {
    const day = { capacities: { pallets: 2 }, refill: { ...refill, place: 2 } };
    const problem = aProblem({ tasks: tasks.slice(0, 2), resources: [anna(day)] });
    // To 10 km, on to 20 km, back to 10 km, and home.
    expect(figures(problem, planFor(problem)).km).toBe(40);
  });

  test('is not filled without need', () => {
    const problem = aProblem({ tasks, resources: [anna({ capacities: { pallets: 6 }, refill })] });
    const plan = planFor(problem);
    expect(plan.refills).toEqual([]);
    expect(figures(problem, plan).km).toBe(20);
  });

  test('carries from one refill to the next what appointments take too', () => {
    const appointments = [{ ...span(8, 9), place: 0, loads: { pallets: 2 } }];
    const resource = { ...anna({ capacities: { pallets: 2 }, refill: { ...refill, times: 1 } }), appointments };
    const plan = planFor(aProblem({ tasks, resources: [resource] }));
    expect(plan.visits).toHaveLength(1);
    expect(plan.refills).toHaveLength(1);
  });
});

describe('the check', () => {
  const visitAt = (task: string, hour: number) => ({
    ...{ task, resource: 'anna', date: 'day 0' },
    ...{ start: at(hour), end: at(hour) + HOUR },
  });
  const tasks = [loaded('a', 2), loaded('b', 2)];
  const problem = aProblem({ tasks, resources: [anna({ capacities: { pallets: 2 }, refill })] });
  const rulesOf = (hours: readonly [number, number], more: Partial<Plan> = {}) =>
    check(problem, { visits: [visitAt('a', hours[0]), visitAt('b', hours[1])], unassigned: [], ...more }).map(
      ({ rule }) => rule,
    );

  test('finds time for the refills that a plan needs, where the plan does not say', () => {
    expect(rulesOf([9, 11])).toEqual([]);
    // There and back, and half an hour: 50 minutes.
    expect(rulesOf([9, 10 + 50 / 60])).toEqual([]);
    expect(rulesOf([9, 10 + 49 / 60])).toEqual(['capacity']);
  });

  test('judges those that a plan has', () => {
    const at10 = { resource: 'anna', date: 'day 0', start: at(10) + 600 };
    expect(rulesOf([9, 11], { refills: [] })).toEqual(['capacity']);
    expect(rulesOf([9, 11], { refills: [at10] })).toEqual([]);
    expect(rulesOf([9, 11], { refills: [{ ...at10, start: at(10) }] })).toEqual(['travel']);
    expect(rulesOf([9, 16.5], { refills: [at10] })).toContain('endOfDay');
    const often = [10, 11, 12].map((hour) => ({ ...at10, start: at(hour) + 600 }));
    expect(rulesOf([9, 14], { refills: often })).toEqual(['refill']);
  });
});

test('a plan that stands stays as it is, with the refills that it needs', () => {
  const tasks = ['a', 'b', 'c'].map((id) => loaded(id, 2));
  const problem = aProblem({ tasks, resources: [anna({ capacities: { pallets: 2 }, refill })] });
  const standing = withPlan(problem, planFor(problem));
  expect(check(standing, presentPlan(standing))).toEqual([]);
  const again = planFor(standing, 50);
  const judged = judge(standing, again);
  expect(judged.moves).toEqual([]);
  expect(judged.stops.filter(({ kind }) => kind === 'refill')).toHaveLength(2);
});

test('one more task finds a place behind one more refill', () => {
  const planned = { planned: { resources: ['anna'], start: at(9) } };
  const tasks = [loaded('a', 2, planned), loaded('more', 2)];
  const day = { capacities: { pallets: 2 } };
  expect(insertInto(aProblem({ tasks, resources: [anna(day)] }), 'more', 1).places).toEqual([]);
  const { places } = insertInto(aProblem({ tasks, resources: [anna({ ...day, refill })] }), 'more', 1);
  expect(places).toMatchObject([{ shifted: [], displaced: [] }]);
});

/** The least that a day of one resource costs, by every order of every choice of visits with a refill before any of them. */
function leastCost(problem: Problem): number {
  let least = Number.POSITIVE_INFINITY;
  const { tasks, travel, resources } = problem;
  const day = resources[0]!.days[0]!;
  const { place, duration, times } = day.refill!;
  const go = (
    left: readonly number[],
    visits: Plan['visits'],
    refills: Plan['refills'] & object,
    time: number,
    where: number,
    load: number,
  ): void => {
    const plan = { visits, refills, unassigned: left.map((task) => tasks[task]!.id) };
    if (check(problem, plan).length === 0) least = Math.min(least, figures(problem, plan).cost);
    for (const task of left) {
      const own = tasks[task]!;
      const pallets = own.loads!['pallets']!;
      for (const isRefilled of [false, true]) {
        if (isRefilled && (refills.length === times || visits.length === 0)) continue;
        if ((isRefilled ? 0 : load) + pallets > day.capacities!['pallets']!) continue;
        const filled = time + travel.seconds(where, place);
        const leaves = isRefilled ? filled + duration : time;
        const start = Math.max(
          own.windows?.[0]?.start ?? 0,
          leaves + travel.seconds(isRefilled ? place : where, own.place),
        );
        const visit = { task: own.id, resource: 'anna', date: day.date, start, end: start + own.duration };
        go(
          left.filter((each) => each !== task),
          [...visits, visit],
          isRefilled ? [...refills, { resource: 'anna', date: day.date, start: filled }] : refills,
          visit.end,
          own.place,
          isRefilled ? pallets : load + pallets,
        );
      }
    }
  };
  go(
    tasks.map((_, task) => task),
    [],
    [],
    day.working[0]!.start,
    day.startLocation!,
    0,
  );
  return least;
}

test('small days cost no more than the best of all orders and refills', () => {
  for (let seed = 1; seed <= 25; seed++) {
    const chance = chanceFrom(seed);
    const tasks = Array.from({ length: 4 }, (_, no) => {
      const from = chance.whole(8, 13);
      return loaded(`t${no}`, chance.whole(0, 3), {
        ...{ place: chance.whole(1, 3), duration: chance.whole(1, 3) * 1800 },
        ...(chance.next() < 0.4 ? { windows: [span(from, from + 3)] } : {}),
      });
    });
    const filledAt = { place: chance.whole(0, 3), duration: 900, times: chance.whole(1, 2) };
    const problem = aProblem({ tasks, resources: [anna({ capacities: { pallets: 3 }, refill: filledAt })] });
    const plan = planFor(problem, 1500, seed);
    expect(figures(problem, plan).cost, `seed ${seed}`).toBeCloseTo(leastCost(problem), 6);
  }
});

test('any plan with refills keeps to all rules, also beside breaks and what is planned', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const flavour = { tasks: 9, resources: 3, days: 2 };
    const some = withLoads(withBreaks(anyProblem(seed, flavour), seed), seed);
    const chance = chanceFrom(seed);
    const problem: Problem = {
      ...some,
      resources: some.resources.map((resource) => ({
        ...resource,
        days: resource.days.map((day) =>
          chance.next() < 0.7
            ? {
                ...day,
                refill: { place: chance.whole(0, some.travel.places - 1), duration: 900, times: chance.whole(1, 2) },
              }
            : day,
        ),
      })),
    };
    const { plan, cost } = solve(problem, { seed, stop: afterRounds(150) });
    expect(check(problem, plan), `seed ${seed}`).toEqual([]);
    expect(figures(problem, plan).cost, `seed ${seed}`).toBeLessThanOrEqual(cost + 1e-6);
  }
});

test('a refill before fixed work does not go without what it made room for', () => {
  const fixed = loaded('fixed', 2, { planned: { resources: ['anna'], start: at(14) }, locked: true });
  const day = { capacities: { pallets: 2 }, refill: { ...refill, times: 1 } };
  const tasks = [fixed, loaded('a', 1), loaded('b', 1), loaded('too much', 1), aTask('light')];
  const problem = aProblem({ tasks, resources: [anna(day)] });
  for (let seed = 1; seed <= 20; seed++) {
    const plan = planFor(problem, 400, seed);
    expect(plan.refills).toHaveLength(1);
    expect(plan.visits).toHaveLength(4);
  }
});

test('a day that is overloaded as planned takes one more load only behind a refill', () => {
  const planned = (hour: number) => ({ planned: { resources: ['anna'], start: at(hour) } });
  const tasks = [loaded('a', 2, planned(9)), loaded('b', 2, planned(10)), loaded('more', 2)];
  const day = { capacities: { pallets: 2 }, refill: { ...refill, times: 1 } };
  const { places } = insertInto(aProblem({ tasks, resources: [anna(day)] }), 'more', 1);
  expect(places).toHaveLength(1);
  expect(places[0]?.visits[0]?.start).toBeGreaterThanOrEqual(at(11) + HOUR / 2);
});
