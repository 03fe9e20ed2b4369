import { describe, expect, test } from 'vitest';
import { defects } from '../../../src/engine/routing/defects.ts';
import type { Distance, Problem, Task } from '../../../src/engine/routing/model.ts';
import { aDay, aProblem, aResource, aTask, at, span } from './builders.ts';

const withTask = (more: Partial<Task>) => aProblem({ tasks: [aTask('task', more)] });

const aPair = (later: Distance, ...sooner: Distance[]): Problem =>
  aProblem({
    tasks: [
      aTask('a', { link: { id: 'pair', distances: sooner } }),
      aTask('b', { link: { id: 'pair', distances: [later] } }),
    ],
  });

/** Where each one has its defect. */
const senseless: readonly (readonly [place: string, problem: Problem])[] = [
  ['resources', aProblem({ resources: [] })],
  ['resources[1]', aProblem({ resources: [aResource(), aResource()] })],
  ['resources[0].days', aProblem({ resources: [aResource('anna', { days: [aDay(1), aDay(0)] })] })],
  ['resources[0].days[0]', aProblem({ resources: [aResource('anna', { days: [aDay(0, { startLocation: 9 })] })] })],
  [
    'resources[0].days[0].working',
    aProblem({ resources: [aResource('anna', { days: [aDay(0, { working: [span(9, 8)] })] })] }),
  ],
  [
    'resources[0].days[0].working',
    aProblem({ resources: [aResource('anna', { days: [aDay(0, { working: [span(8, 25)] })] })] }),
  ],
  ['resources[0].appointments[0]', aProblem({ resources: [aResource('anna', { appointments: [span(9, 9)] })] })],
  ['tasks[1]', aProblem({ tasks: [aTask(), aTask()] })],
  ['tasks[0].duration', withTask({ duration: 0 })],
  ['tasks[0].place', withTask({ place: 99 })],
  ['tasks[0].windows', withTask({ windows: [span(12, 13), span(9, 10)] })],
  ['tasks[0].team', withTask({ team: 0 })],
  ['tasks[0].container', withTask({ team: 2, container: 'c' })],
  ['tasks[0].link', withTask({ link: { id: 'pair', distances: [{ task: 'ghost' }] } })],
  ['tasks[0].link', withTask({ link: { id: 'pair', distances: [{ task: 'task' }] } })],
  ['tasks[0].link', withTask({ link: { id: 'pair' }, container: 'c' })],
  ['tasks[1].link', aPair({ task: 'a', min: 0.5 })],
  ['tasks', aPair({ task: 'a', min: 2 }, { task: 'b', min: 2 })],
  [
    'tasks[1].link',
    aProblem({
      tasks: [aTask('a', { link: { id: 'pair' } }), aTask('b', { link: { id: 'pair' }, after: [{ task: 'a' }] })],
    }),
  ],
  ['tasks[0].locked', withTask({ locked: true })],
  ['tasks[0].planned', withTask({ locked: true, planned: { resources: ['anna'], start: at(9, 5) } })],
  ['tasks[0].after[0]', withTask({ after: [{ task: 'ghost' }] })],
  ['tasks[0].after[0]', withTask({ after: [{ task: 'task' }] })],
  [
    'tasks[1].after[0]',
    aProblem({ tasks: [aTask('a', { after: [{ task: 'b' }] }), aTask('b', { after: [{ task: 'a' }] })] }),
  ],
];

describe('an invalid problem', () => {
  test.each(senseless)('is reported at %s', (place, problem) => {
    expect(defects(problem).map((defect) => defect.place)).toEqual([place]);
  });

  test('is not one that merely has no good plan', () => {
    expect(defects(withTask({ duration: 1_000_000, excluded: ['anna'], latest: 0 }))).toEqual([]);
  });
});
