import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figures } from '../../../src/engine/routing/check/figures.ts';
import { explain } from '../../../src/engine/routing/explain.ts';
import type { Problem, Task } from '../../../src/engine/routing/model.ts';
import { moves } from '../../../src/engine/routing/moves.ts';
import { afterRounds, solve } from '../../../src/engine/routing/solve.ts';
import { runs } from '../../support/random-cases.ts';
import { aDay, anyProblem, aProblem, aResource, aTask, at, HOUR, span } from './builders.ts';

const planFor = (problem: Problem) => solve(problem, { seed: 1, stop: afterRounds(300) }).plan;
const reasonsFor = (problem: Problem, task = 'task') => {
  const found = explain(problem, planFor(problem)).find((each) => each.task === task);
  return found?.reasons.map(({ rule, resources, detail }) => [rule, resources, detail]);
};
const withTask = (more: Partial<Task>, resources = [aResource('anna'), aResource('ben')]) =>
  aProblem({ resources, tasks: [aTask('task', more)] });

describe('why a task is not served', () => {
  test('lists how many resources fail by which rule, the nearest to success first', () => {
    const gas = (id: string) => aResource(id, { skills: ['F-gas'] });
    const resources = [gas('anna'), gas('ben'), aResource('carl'), aResource('dora')];
    const requirements = [{ text: 'F-gas', anyOf: ['F-gas'] }];
    const fill = ['anna', 'ben'].map((id) =>
      aTask(`all day ${id}`, { duration: 8.5 * HOUR, planned: { resources: [id], start: at(8.2) }, locked: true }),
    );
    const problem = aProblem({ resources, tasks: [...fill, aTask('task', { requirements })] });
    expect(reasonsFor(problem)).toEqual([
      ['full', 2, '2 of 4 resources could do it but are full.'],
      ['missingRequirement', 2, '2 of 4 resources do not have F-gas.'],
    ]);
  });

  test.each([
    ['excluded', withTask({ excluded: ['anna', 'ben'] }), 'All 2 resources are excluded for it.'],
    ['certificate', withTask({ certificates: ['X'] }), 'All 2 resources have no valid certificate X at that time.'],
    ['outsideWindow', withTask({ windows: [span(20, 22)] }), 'All 2 resources do not work in its windows.'],
    ['outsideWindow', withTask({ latest: at(7) }), 'All 2 resources do not work in its windows.'],
    ['tooShort', withTask({ duration: 10 * HOUR }), 'All 2 resources have no working time that is long enough.'],
    [
      'notWorking',
      withTask({}, [aResource('anna', { days: [aDay(0, { working: [] })] })]),
      'The only resource does not work at that time.',
    ],
    [
      'maxDistance',
      withTask({}, [aResource('anna', { days: [aDay(0, { maxMetres: 1 })] })]),
      'The only resource has time, but would drive too far.',
    ],
    [
      'capacity',
      withTask({ load: 2 }, [aResource('anna', { days: [aDay(0, { capacity: 1 })] })]),
      'The only resource has time, but no room in the van.',
    ],
    ['fits', withTask({ priority: 0.001 }), 'All 2 resources have room, but it costs more than it is worth.'],
  ])('names the rule %s', (rule, problem, detail) => {
    expect(reasonsFor(problem)).toEqual([[rule, problem.resources.length, detail]]);
  });

  test('names what it waits for, the team that does not come together, and the rest of its container', () => {
    const waiting = aProblem({
      tasks: [aTask('first', { excluded: ['anna'] }), aTask('task', { after: [{ task: 'first' }] })],
    });
    expect(reasonsFor(waiting)?.[0]).toEqual(['dependency', 0, 'It depends on first, which is not served.']);
    const team = withTask({ team: 3 });
    expect(reasonsFor(team)?.at(-1)).toEqual(['team', 2, 'It needs 3 resources at the same time; 2 have room.']);
    const container = aProblem({
      tasks: [aTask('task', { container: 'c' }), aTask('b', { container: 'c', excluded: ['anna'] })],
    });
    expect(reasonsFor(container)?.at(-1)).toEqual(['container', 0, 'It can only be served together with b.']);
  });

  test('names the linked task that nobody can do, or the distance that nobody can keep', () => {
    const pair = (more: Partial<Task>, min = 0) =>
      aProblem({
        resources: [aResource('anna'), aResource('ben')],
        tasks: [
          aTask('task', { link: { id: 'pair' } }),
          aTask('b', { link: { id: 'pair', distances: [{ task: 'task', min, max: min }] }, ...more }),
        ],
      });
    expect(reasonsFor(pair({ excluded: ['anna', 'ben'] }))?.at(-1)).toEqual([
      'link',
      2,
      'It is linked with b, for which no resource has room.',
    ]);
    expect(reasonsFor(pair({}, 9 * HOUR))?.at(-1)).toEqual([
      'link',
      2,
      'It is linked with b: those that have room are not different resources at the required distance.',
    ]);
    const locked = { planned: { resources: ['anna'], start: at(9) }, locked: true };
    expect(reasonsFor(pair({ ...locked }, HOUR), 'task')).toContainEqual([
      'linkedElsewhere',
      1,
      '1 of 2 resources is busy with a task that it is linked with.',
    ]);
  });

  test('exists for every unassigned task of any problem', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const problem = anyProblem(seed, { tasks: 8, resources: 3, days: 2 });
        const { plan } = solve(problem, { seed, stop: afterRounds(1) });
        const explained = explain(problem, plan);
        expect(explained.map(({ task }) => task)).toEqual(plan.unassigned);
        for (const { reasons } of explained) expect(reasons.length).toBeGreaterThan(0);
      }),
      { numRuns: runs(80, 200) },
    );
  });
});

describe('moves', () => {
  test('are the tasks that stand otherwise than before, each with what it gains and why', () => {
    const tasks = [
      aTask('stays', { planned: { resources: ['anna'], start: at(9) } }),
      aTask('goes', { planned: { resources: ['ben'], start: at(11) }, preferred: ['anna'] }),
      aTask('new'),
    ];
    const ben = aResource('ben', { days: [aDay(0, { startLocation: 3, endLocation: 3 })] });
    const problem = aProblem({ resources: [aResource('anna'), ben], tasks });
    const plan = planFor(problem);
    const found = moves(problem, plan);
    expect(found.map(({ task, to, reason }) => [task, to?.resources, reason])).toEqual([
      ['goes', ['anna'], 'It saves 40.0 km.'],
      ['new', ['anna'], 'It is served.'],
    ]);
    for (const { gain } of found) expect(gain).toBeGreaterThan(0);
  });

  test('a task that falls out makes room for others', () => {
    const tasks = [
      aTask('low', { duration: 6 * HOUR, priority: 0.5, planned: { resources: ['anna'], start: at(9) } }),
      aTask('high', { duration: 6 * HOUR, priority: 3 }),
    ];
    const problem = aProblem({ tasks });
    const plan = planFor(problem);
    expect(plan.unassigned).toEqual(['low']);
    expect(moves(problem, plan)[0]).toMatchObject({ task: 'low', to: undefined, reason: 'It makes room for others.' });
    expect(figures(problem, plan).changed).toBe(1);
  });

  test('gain what the whole plan loses without them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const any = anyProblem(seed, { tasks: 8, resources: 3, days: 2 });
        const problem = { ...any, tasks: any.tasks.map(({ planned: _, locked: __, ...task }) => task) };
        const { plan } = solve(problem, { seed, stop: afterRounds(1) });
        for (const { task, gain } of moves(problem, plan)) {
          const visits = plan.visits.filter((visit) => visit.task !== task);
          const without = figures(problem, { visits, unassigned: [...plan.unassigned, task] });
          expect(gain).toBeCloseTo(without.cost - figures(problem, plan).cost, 6);
        }
      }),
      { numRuns: runs(80, 200) },
    );
  });
});
