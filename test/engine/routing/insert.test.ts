import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/engine/routing/check.ts';
import { type Insertion, insertions } from '../../../src/engine/routing/insert.ts';
import type { Plan, Problem } from '../../../src/engine/routing/model.ts';
import { afterRounds, solve } from '../../../src/engine/routing/solve.ts';
import { runs } from '../../support/random-cases.ts';
import { anyProblem, aProblem, aResource, aTask, at, HOUR } from './builders.ts';

const planned = (id: string, start: number, more = {}) =>
  aTask(id, { planned: { resources: ['anna'], start }, ...more });

/** The plan with a task inserted as proposed. */
function inserted(problem: Problem, plan: Plan, { visits, shifted, displaced }: Insertion): Plan {
  const own = new Set(visits.map(({ task }) => task));
  const kept = plan.visits
    .filter(({ task }) => !displaced.includes(task) && !own.has(task))
    .map((visit) => {
      const moved = shifted.find(({ task, resource }) => task === visit.task && resource === visit.resource);
      return moved ? { ...visit, start: moved.to, end: moved.to + visit.end - visit.start } : visit;
    });
  const all = [...kept, ...visits];
  const served = new Set(all.map(({ task }) => task));
  return { visits: all, unassigned: problem.tasks.map(({ id }) => id).filter((id) => !served.has(id)) };
}

describe('a task that comes in while the plan runs', () => {
  test('goes into a gap where nothing has to move, and each resource offers its best', () => {
    const resources = [aResource('anna'), aResource('ben')];
    const tasks = [planned('a', at(8.5)), planned('b', at(12)), aTask('new')];
    const found = insertions(aProblem({ resources, tasks }), 'new', 5);
    expect(found.map(({ visits, shifted, displaced }) => [visits[0]?.resource, shifted, displaced])).toEqual([
      ['anna', [], []],
      ['ben', [], []],
    ]);
    expect(found[0]?.cost).toBeLessThan(found[1]?.cost ?? 0);
  });

  test('makes others start later where that is the only way', () => {
    const tasks = [
      planned('a', at(8.2), { locked: true }),
      planned('b', at(10)),
      aTask('new', { duration: 2 * HOUR, latest: at(12) }),
    ];
    const [first] = insertions(aProblem({ tasks }), 'new', 1);
    expect(first).toMatchObject({ displaced: [], shifted: [{ task: 'b', from: at(10) }] });
    expect(first?.shifted[0]?.to).toBeGreaterThan(at(10));
  });

  test('pushes out what matters less, and never what matters as much', () => {
    const tasks = (priority: number) => [
      planned('a', at(8.5), { duration: 7 * HOUR }),
      aTask('new', { duration: 6 * HOUR, priority }),
    ];
    expect(insertions(aProblem({ tasks: tasks(2) }), 'new', 3).map(({ displaced }) => displaced)).toEqual([['a']]);
    expect(insertions(aProblem({ tasks: tasks(1) }), 'new', 3)).toEqual([]);
  });

  test('never moves what is locked', () => {
    const tasks = [
      planned('a', at(8.5), { duration: 7 * HOUR, locked: true }),
      aTask('new', { duration: 6 * HOUR, priority: 9 }),
    ];
    expect(insertions(aProblem({ tasks }), 'new', 3)).toEqual([]);
  });

  test('leaves a plan in which the check finds nothing, whichever place is taken', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const first = anyProblem(seed, { tasks: 8, resources: 3, days: 2 });
        const { plan } = solve(first, { seed, stop: afterRounds(1) });
        const tasks = first.tasks.map(({ planned: _, locked, ...task }) => {
          const visits = plan.visits.filter((visit) => visit.task === task.id);
          if (visits[0] === undefined) return task;
          const now = { resources: visits.map(({ resource }) => resource), start: visits[0].start };
          return { ...task, planned: now, ...(locked ? { locked } : {}) };
        });
        const problem = { ...first, tasks };
        for (const task of plan.unassigned)
          for (const place of insertions(problem, task, 20))
            expect(check(problem, inserted(problem, plan, place))).toEqual([]);
      }),
      { numRuns: runs(100, 300) },
    );
  });
});
