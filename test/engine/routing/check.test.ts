import { describe, expect, test } from 'vitest';
import { check } from '../../../src/engine/routing/check.ts';
import type { Plan, Problem, Task, Visit } from '../../../src/engine/routing/model.ts';
import { aDay, aProblem, aResource, aTask, at, HOUR, span } from './builders.ts';

const visit = (task: string, start: number, more: Partial<Visit> = {}): Visit => ({
  task,
  resource: 'anna',
  date: 'day 0',
  start,
  end: start + HOUR,
  ...more,
});
const plan = (visits: readonly Visit[], unassigned: readonly string[] = []): Plan => ({ visits, unassigned });
const rulesBroken = (problem: Problem, given: Plan): string[] => [
  ...new Set(check(problem, given).map(({ rule }) => rule)),
];
const good = plan([visit('task', at(9))]);
/** The second starts one to three hours after the first. */
const linkedPair = aProblem({
  resources: [aResource('anna'), aResource('ben')],
  tasks: [
    aTask('task', { link: { id: 'pair' } }),
    aTask('b', { link: { id: 'pair', distances: [{ task: 'task', min: HOUR, max: 3 * HOUR }] } }),
  ],
});
const withTask = (more: Partial<Task>) => aProblem({ tasks: [aTask('task', more)] });

describe('the check', () => {
  test('has nothing to say of a plan that keeps to the rules', () => {
    expect(check(aProblem(), good)).toEqual([]);
    expect(check(aProblem(), plan([], ['task']))).toEqual([]);
  });

  /** Each breaks one rule. */
  const broken: readonly (readonly [rule: string, problem: Problem, plan: Plan])[] = [
    ['lost', aProblem(), plan([])],
    ['listedTwice', aProblem(), plan([visit('task', at(9))], ['task'])],
    ['unknown', aProblem(), plan([visit('task', at(9)), visit('ghost', at(11))])],
    ['unknown', aProblem(), plan([visit('task', at(9), { resource: 'nobody' })])],
    ['duration', aProblem(), plan([visit('task', at(9), { end: at(9.5) })])],
    [
      'workingTime',
      aProblem({ resources: [aResource('anna', { days: [aDay(0, { working: [span(8, 9.5), span(13, 17)] })] })] }),
      good,
    ],
    ['endOfDay', aProblem(), plan([visit('task', at(16))])],
    ['travel', aProblem(), plan([visit('task', at(8))])],
    ['window', withTask({ windows: [span(10, 12)] }), good],
    ['earliest', withTask({ earliest: at(9) + 1 }), good],
    ['latest', withTask({ latest: at(10) - 1 }), good],
    ['freeze', aProblem({ freezeBefore: at(9.5) }), good],
    ['excluded', withTask({ excluded: ['anna'] }), good],
    ['requirement', withTask({ requirements: [{ text: 'gas', anyOf: ['gas'] }] }), good],
    ['certificate', withTask({ certificates: ['F'] }), good],
    [
      'certificate',
      aProblem({
        resources: [aResource('anna', { certificates: [{ no: 'F', until: at(9.5) }] })],
        tasks: [aTask('task', { certificates: ['F'] })],
      }),
      good,
    ],
    ['overlap', aProblem({ tasks: [aTask(), aTask('b')] }), plan([visit('task', at(9)), visit('b', at(9.5))])],
    [
      'overlap',
      aProblem({ resources: [aResource('anna', { appointments: [span(9.5, 11)] })] }),
      plan([visit('task', at(9))]),
    ],
    [
      'travel',
      aProblem({ tasks: [aTask(), aTask('b', { place: 2 })] }),
      plan([visit('task', at(9)), visit('b', at(10))]),
    ],
    ['maxDistance', aProblem({ resources: [aResource('anna', { days: [aDay(0, { maxMetres: 19_999 })] })] }), good],
    [
      'capacity',
      aProblem({
        resources: [aResource('anna', { days: [aDay(0, { capacity: 1 })] })],
        tasks: [aTask('task', { load: 2 })],
      }),
      good,
    ],
    ['locked', withTask({ planned: { resources: ['anna'], start: at(9) + 1 }, locked: true }), good],
    ['locked', withTask({ planned: { resources: ['anna'], start: at(9) }, locked: true }), plan([], ['task'])],
    ['maxChanges', { ...withTask({ planned: { resources: ['anna'], start: at(12) } }), maxChanges: 0 }, good],
    ['team', withTask({ team: 2 }), good],
    [
      'team',
      aProblem({ resources: [aResource('anna'), aResource('ben')], tasks: [aTask('task', { team: 2 })] }),
      plan([visit('task', at(9)), visit('task', at(10), { resource: 'ben' })]),
    ],
    [
      'dependency',
      aProblem({ tasks: [aTask(), aTask('b', { after: [{ task: 'task', lag: HOUR }] })] }),
      plan([visit('task', at(9)), visit('b', at(10.5))]),
    ],
    [
      'dependency',
      aProblem({ tasks: [aTask(), aTask('b', { after: [{ task: 'task' }] })] }),
      plan([visit('b', at(10.5))], ['task']),
    ],
    [
      'dependency',
      aProblem({
        tasks: [
          aTask(),
          aTask('b', { after: [{ task: 'task' }], planned: { resources: ['anna'], start: at(8.5) }, locked: true }),
        ],
      }),
      plan([visit('b', at(8.5)), visit('task', at(11))]),
    ],
    [
      'container',
      aProblem({ tasks: [aTask('task', { container: 'c' }), aTask('b', { container: 'c' })] }),
      plan([visit('task', at(9))], ['b']),
    ],
    [
      'container',
      aProblem({ tasks: [aTask('task', { container: 'c' }), aTask('b', { container: 'c' })] }),
      plan([visit('b', at(9)), visit('task', at(11))]),
    ],
    [
      'container',
      aProblem({ tasks: [aTask('task', { container: 'c' }), aTask('b', { container: 'c' }), aTask('x')] }),
      plan([visit('task', at(9)), visit('x', at(10)), visit('b', at(11))]),
    ],
    [
      'container',
      aProblem({
        resources: [aResource('anna'), aResource('ben')],
        tasks: [aTask('task', { container: 'c' }), aTask('b', { container: 'c' })],
      }),
      plan([visit('task', at(9)), visit('b', at(11), { resource: 'ben' })]),
    ],
    ...[
      plan([visit('task', at(9))], ['b']),
      plan([visit('task', at(9)), visit('b', at(11))]),
      plan([visit('task', at(9)), visit('b', at(9.5), { resource: 'ben' })]),
      plan([visit('task', at(9)), visit('b', at(12.5), { resource: 'ben' })]),
    ].map((given): readonly [string, Problem, Plan] => ['link', linkedPair, given]),
  ];

  test('accepts linked tasks at any distance that is allowed', () => {
    for (const hour of [10, 11, 12])
      expect(check(linkedPair, plan([visit('task', at(9)), visit('b', at(hour), { resource: 'ben' })]))).toEqual([]);
  });

  test.each(broken)('catches a plan that breaks the rule %s', (rule, problem, given) => {
    expect(rulesBroken(problem, given)).toEqual([rule]);
  });
});
