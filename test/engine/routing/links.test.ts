import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chanceFrom } from '../../../src/domain/random.ts';
import { figures } from '../../../src/engine/routing/check/figures.ts';
import { check } from '../../../src/engine/routing/check.ts';
import { defects } from '../../../src/engine/routing/defects.ts';
import { insertions } from '../../../src/engine/routing/insert.ts';
import { insertInto } from '../../../src/engine/routing/insertion-points.ts';
import { compile } from '../../../src/engine/routing/layout/compile.ts';
import { LINKED } from '../../../src/engine/routing/layout/unit-kinds.ts';
import type { Problem, Task } from '../../../src/engine/routing/model.ts';
import { LinkedInsertion } from '../../../src/engine/routing/search/linked.ts';
import { Solution } from '../../../src/engine/routing/solution/solution.ts';
import { afterRounds, solve } from '../../../src/engine/routing/solve.ts';
import { Solver } from '../../../src/engine/routing/solver.ts';
import { runs } from '../../support/random-cases.ts';
import { anyProblem, aProblem, aResource, aTask, at, HOUR, withPlan } from './builders.ts';
import { cheapest } from './enumerate.ts';

const aSeed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

/**
 * A random problem some of whose tasks are linked by twos and threes, at a distance from the first one or from the one before, some of which one
 * resource may visit; and in which the largest lateness may have a price.
 */
function anyLinked(seed: number, size: { tasks: number; resources: number; days: number }): Problem {
  const problem = anyProblem(seed, size);
  const chance = chanceFrom(seed + 1);
  let [link, left] = [0, 0];
  let members: string[] = [];
  const tasks = problem.tasks.map((task): Task => {
    if (left === 0 && chance.next() < 0.5) {
      left = chance.whole(2, 3);
      link++;
      members = [];
    }
    if (left === 0) return task;
    left--;
    const { team: _, container: __, after: ___, ...rest } = task;
    const min = chance.whole(-1, 2) * 1800;
    const from = chance.next() < 0.5 ? members[0] : members.at(-1);
    const most = chance.next() < 0.2 ? {} : { max: min + chance.whole(0, 3) * 1800 };
    const sharesWith = members.filter(() => chance.next() < 0.5);
    members.push(task.id);
    const planned = task.planned && { ...task.planned, resources: task.planned.resources.slice(0, 1) };
    return {
      ...rest,
      ...(planned ? { planned } : {}),
      link: {
        id: `l${link}`,
        distances: from === undefined ? [] : [{ task: from, min, ...most }],
        ...(sharesWith.length > 0 ? { sharesWith } : {}),
      },
    };
  });
  return { ...problem, tasks, weights: { ...problem.weights, largestLateHour: chance.whole(0, 20) } };
}

describe('any problem with linked tasks', () => {
  test('gets a plan in which an independent check finds nothing, at the cost that the solver says', () => {
    let linked = 0;
    fc.assert(
      fc.property(aSeed, (seed) => {
        const problem = anyLinked(seed, { tasks: 9, resources: 4, days: 2 });
        const solver = new Solver(compile(problem), seed);
        for (const share of [0, 0.5, 1]) solver.step(15, share);
        const plan = solver.plan();
        const found = [...defects(problem), ...check(problem, plan)];
        if (found.length > 0 || Math.abs(figures(problem, plan).cost - solver.cost) > 1e-6)
          expect({ found, cost: figures(problem, plan).cost }).toEqual({ found: [], cost: solver.cost });
        const served = new Set(plan.visits.map(({ task }) => task));
        if (problem.tasks.some(({ id, link, locked }) => link?.id && !locked && served.has(id))) linked++;
      }),
      { numRuns: runs(600, 5000) },
    );
    expect(linked).toBeGreaterThan(100);
  }, 120_000);

  test('that has a plan never gets a worse one, and no more changes than are allowed', () => {
    fc.assert(
      fc.property(aSeed, fc.integer({ min: 0, max: 3 }), (seed, maxChanges) => {
        const first = anyLinked(seed, { tasks: 12, resources: 4, days: 2 });
        const given = solve(first, { seed, stop: afterRounds(1) }).plan;
        const problem = { ...withPlan(first, given), maxChanges };
        const before = figures(problem, given);
        const solver = new Solver(compile(problem), seed + 1);
        for (const share of [0, 0.5, 1]) solver.step(40, share);
        const plan = solver.plan();
        expect(check(problem, plan)).toEqual([]);
        expect(solver.cost).toBeLessThanOrEqual(before.cost + 1e-6);
        expect(figures(problem, plan).changed).toBeLessThanOrEqual(maxChanges);
      }),
      { numRuns: runs(60, 300) },
    );
  });

  test('is as it was after a search for places, wherever visits were tried', () => {
    fc.assert(
      fc.property(aSeed, (seed) => {
        const solution = new Solution(compile(anyLinked(seed, { tasks: 12, resources: 3, days: 2 })));
        const { units } = solution.layout;
        const place = new LinkedInsertion(solution, chanceFrom(seed), 0);
        const times = () => {
          const on = Array.from(solution.route, (_, node) => node).filter((node) => solution.route[node] !== -1);
          const { next, prev, from, till, early, late } = solution;
          return on.map((node) => [node, ...[next, prev, from, till, early, late].map((each) => each[node])]);
        };
        for (let unit = 0; unit < units.count; unit++) {
          if (units.kind[unit] !== LINKED) continue;
          const [before, total] = [times(), solution.total];
          const isFound = place.find(unit);
          expect(times()).toEqual(before);
          expect(solution.total).toBeCloseTo(total, 6);
          if (isFound && place.put(unit)) expect(Math.abs(solution.total - solution.sum())).toBeLessThan(1e-6);
        }
      }),
      { numRuns: runs(100, 500) },
    );
  });

  test('gets the cheapest plan where all can be tried', () => {
    fc.assert(
      fc.property(aSeed, (seed) => {
        const { freezeBefore: _, ...any } = anyLinked(seed, { tasks: 4, resources: 3, days: 1 });
        const problem = {
          ...any,
          resources: any.resources.map((resource) => ({ ...resource, appointments: [] })),
          tasks: any.tasks.map(
            ({ planned: _planned, locked: _locked, container: _container, after: _after, ...task }) => task,
          ),
        };
        fc.pre(problem.resources.every(({ days }) => days[0]!.working.length > 0 && !days[0]!.commutesFreely));
        const { cost, plan } = solve(problem, { seed, stop: afterRounds(1500) });
        expect(check(problem, plan)).toEqual([]);
        expect(cost).toBeCloseTo(cheapest(problem), 6);
      }),
      { numRuns: runs(60, 250) },
    );
  }, 120_000);
});

describe('linked tasks', () => {
  const skilled = (id: string, skill: string) => aResource(id, { skills: [skill] });
  const needs = (skill: string) => [{ text: skill, anyOf: [skill] }];
  const pair = (min: number, max: number) =>
    aProblem({
      resources: [skilled('anna', 'gas'), skilled('ben', 'power')],
      tasks: [
        aTask('gas', { requirements: needs('gas'), link: { id: 'pair' }, earliest: at(10) }),
        aTask('power', {
          requirements: needs('power'),
          duration: 2 * HOUR,
          link: { id: 'pair', distances: [{ task: 'gas', min, max }] },
        }),
      ],
    });
  const startsOf = (problem: Problem) => {
    const { plan } = solve(problem, { seed: 1, stop: afterRounds(100) });
    return plan.visits.map(({ task, resource, start }) => [task, resource, start]);
  };

  test('start together, each by somebody who can, for as long as each takes', () => {
    expect(startsOf(pair(0, 0))).toEqual([
      ['gas', 'anna', at(10)],
      ['power', 'ben', at(10)],
    ]);
  });

  test('start at a distance, and the first waits where the second cannot be there sooner', () => {
    expect(startsOf(pair(HOUR, 2 * HOUR))).toEqual([
      ['gas', 'anna', at(10)],
      ['power', 'ben', at(11)],
    ]);
    const late = pair(HOUR, 2 * HOUR);
    const [gas, power] = late.tasks as [Task, Task];
    expect(startsOf({ ...late, tasks: [gas, { ...power, earliest: at(13) }] })).toEqual([
      ['gas', 'anna', at(11)],
      ['power', 'ben', at(13)],
    ]);
  });

  test('are done by one resource where they may be and time allows it', () => {
    const may = (min: number, max: number) => {
      const problem = pair(min, max);
      const [gas, power] = problem.tasks as [Task, Task];
      const link = { ...power.link!, sharesWith: ['gas'] };
      return {
        ...problem,
        resources: [aResource('anna', { skills: ['gas', 'power'] })],
        tasks: [gas, { ...power, link }],
      };
    };
    expect(startsOf(may(HOUR, 2 * HOUR))).toEqual([
      ['gas', 'anna', at(10)],
      ['power', 'anna', at(11)],
    ]);
    expect(startsOf(may(-3 * HOUR, -HOUR))).toEqual([
      ['power', 'anna', at(8) + 600],
      ['gas', 'anna', at(10) + 600],
    ]);
    expect(startsOf(may(0, HOUR - 1))).toEqual([]);
    const { resources, tasks, ...rest } = pair(HOUR, 2 * HOUR);
    expect(startsOf({ ...rest, tasks, resources: may(0, 0).resources })).toEqual([]);
  });

  test('make a chain, with a team in it, of which each keeps its distance to the one before', () => {
    const chain = ['a', 'b', 'c', 'd'].map((id, no, all) =>
      aTask(id, {
        ...(id === 'c' ? { team: 2 } : {}),
        link: {
          id: 'chain',
          distances: no === 0 ? [] : [{ task: all[no - 1]!, min: HOUR, max: HOUR + 1800 }],
          sharesWith: all.slice(0, no),
        },
      }),
    );
    const problem = aProblem({ resources: [aResource('anna'), aResource('ben')], tasks: chain });
    const { plan } = solve(problem, { seed: 1, stop: afterRounds(200) });
    expect(check(problem, plan)).toEqual([]);
    expect(plan.visits).toHaveLength(5);
  });

  test('are both left out where only one can be served', () => {
    const alone = pair(0, 0);
    expect(startsOf({ ...alone, resources: alone.resources.slice(0, 1) })).toEqual([]);
  });

  test('keep their distance to one that is locked', () => {
    const given = pair(HOUR, 2 * HOUR);
    const [gas, power] = given.tasks as [Task, Task];
    const locked = { planned: { resources: ['ben'], start: at(12.5) }, locked: true };
    expect(
      startsOf({
        ...given,
        tasks: [
          { ...gas, earliest: at(8) },
          { ...power, ...locked },
        ],
      }),
    ).toEqual([
      ['gas', 'anna', at(10.5)],
      ['power', 'ben', at(12.5)],
    ]);
  });

  test('are inserted together into a plan', () => {
    const [best] = insertions(pair(HOUR, 2 * HOUR), 'gas', 3);
    expect(best?.visits.map(({ task, resource, start }) => [task, resource, start])).toEqual([
      ['gas', 'anna', at(10)],
      ['power', 'ben', at(11)],
    ]);
  });

  test('are moved one by one around the other, which stays where it is planned', () => {
    const given = pair(HOUR, 2 * HOUR);
    const [gas, power] = given.tasks as [Task, Task];
    const problem = { ...given, tasks: [{ ...gas, planned: { resources: ['anna'], start: at(13) } }, power] };
    const { places } = insertInto(problem, 'power', 3);
    expect(places.map(({ visits }) => visits.map(({ task, resource, start }) => [task, resource, start]))).toEqual([
      [['power', 'ben', at(14)]],
    ]);
  });

  test('that are late by much cost more than many that are late by little where the largest lateness has a price', () => {
    const tasks = [0, 1, 2].map((no) => aTask(`task ${no}`, { due: at(9 + no), duration: 2 * HOUR }));
    const problem = aProblem({ tasks });
    const weights = { ...problem.weights, largestLateHour: 7 };
    const { plan, cost } = solve({ ...problem, weights }, { seed: 1, stop: afterRounds(100) });
    const late = tasks.map(({ id, due }) =>
      Math.max(0, (plan.visits.find(({ task }) => task === id)?.end ?? 0) - due!),
    );
    expect(cost - figures(problem, plan).cost).toBeCloseTo((Math.max(...late) / HOUR) * 7, 6);
  });
});
