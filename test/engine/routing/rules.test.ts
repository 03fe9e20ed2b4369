import { describe, expect, test } from 'vitest';
import { figures } from '../../../src/engine/routing/check/figures.ts';
import { check } from '../../../src/engine/routing/check.ts';
import { DEFAULT_WEIGHTS, type Plan, type Problem } from '../../../src/engine/routing/model.ts';
import { afterRounds, solve } from '../../../src/engine/routing/solve.ts';
import { aDay, aProblem, aResource, aTask, at, HOUR, road, span } from './builders.ts';

/** The plan for a problem, of which the check finds nothing to say. */
function planFor(problem: Problem): Plan {
  const { plan, cost } = solve(problem, { seed: 1, stop: afterRounds(500) });
  expect(check(problem, plan)).toEqual([]);
  expect(figures(problem, plan).cost).toBeCloseTo(cost, 6);
  return plan;
}
const visitsOf = (plan: Plan, task: string) => plan.visits.filter((visit) => visit.task === task);

describe('time', () => {
  test('a visit begins when its resource can be there', () => {
    expect(planFor(aProblem()).visits).toEqual([
      { task: 'task', resource: 'anna', date: 'day 0', start: at(8) + 600, end: at(9) + 600 },
    ]);
  });

  test('who commutes in his own time begins at the start of the day', () => {
    const problem = aProblem({ resources: [aResource('anna', { days: [aDay(0, { commutesFreely: true })] })] });
    expect(planFor(problem).visits[0]?.start).toBe(at(8));
    expect(figures(problem, planFor(problem)).km).toBe(20);
  });

  test('a visit takes the first of its windows that it can', () => {
    const windows = [span(7, 8.5), span(10, 10.5), span(13, 15)];
    expect(planFor(aProblem({ tasks: [aTask('task', { windows })] })).visits[0]?.start).toBe(at(13));
  });

  test('a visit is not split by a break: it waits until after it', () => {
    const days = [aDay(0, { working: [span(8, 9), span(13, 17)] })];
    const problem = aProblem({ resources: [aResource('anna', { days })] });
    expect(planFor(problem).visits[0]?.start).toBe(at(13));
  });

  test('one may drive in a break', () => {
    const days = [aDay(0, { working: [span(8, 9), span(13, 14)], endLocation: 3 })];
    const tasks = [aTask('near', { place: 0 }), aTask('far', { place: 3 })];
    const plan = planFor(aProblem({ resources: [aResource('anna', { days })], tasks }));
    expect(plan.visits.map(({ task, start }) => [task, start])).toEqual([
      ['near', at(8)],
      ['far', at(13)],
    ]);
  });

  test('nobody is at work after the end of the day without overtime, and overtime is taken only where it pays', () => {
    const tasks = [aTask('long', { duration: 9 * HOUR })];
    expect(planFor(aProblem({ tasks })).unassigned).toEqual(['long']);
    const resources = [aResource('anna', { days: [aDay(0, { overtime: HOUR })] })];
    expect(planFor(aProblem({ tasks, resources })).visits).toHaveLength(1);
    const weights = { ...DEFAULT_WEIGHTS, overtimeHour: 1e6 };
    expect(planFor(aProblem({ tasks, resources, weights })).unassigned).toEqual(['long']);
  });

  test('what is due sooner is served sooner, if lateness costs more than the way', () => {
    const tasks = [aTask('near', { place: 1 }), aTask('urgent', { place: 3, due: at(9.5) })];
    const order = (lateHour: number) =>
      planFor(aProblem({ tasks, travel: road(0, 10, 20, 30), weights: { ...DEFAULT_WEIGHTS, lateHour } })).visits.map(
        ({ task }) => task,
      );
    expect(order(100)).toEqual(['urgent', 'near']);
  });
});

describe('who may do what', () => {
  const anna = aResource('anna', { skills: ['gas'], certificates: [{ no: 'F', until: at(12) }] });
  const ben = aResource('ben', { skills: ['heat'] });
  const servedBy = (more: Parameters<typeof aTask>[1]) =>
    planFor(aProblem({ resources: [anna, ben], tasks: [aTask('task', more)] })).visits.map(({ resource }) => resource);

  test('a requirement is met by one of several skills', () => {
    expect(servedBy({ requirements: [{ text: 'gas', anyOf: ['gas'] }] })).toEqual(['anna']);
    expect(servedBy({ requirements: [{ text: 'cooling', anyOf: ['cold', 'heat'] }] })).toEqual(['ben']);
    expect(servedBy({ requirements: [{ text: 'roof', anyOf: ['roof'] }] })).toEqual([]);
  });

  test('a certificate must be valid until the visit has ended', () => {
    expect(servedBy({ certificates: ['F'] })).toEqual(['anna']);
    expect(servedBy({ certificates: ['F'], earliest: at(11), duration: HOUR })).toEqual(['anna']);
    expect(servedBy({ certificates: ['F'], earliest: at(11) + 1, duration: HOUR })).toEqual([]);
  });

  test('an excluded resource never comes, a preferred one comes unless it costs more than it is worth', () => {
    expect(servedBy({ excluded: ['anna'] })).toEqual(['ben']);
    expect(servedBy({ preferred: ['ben'] })).toEqual(['ben']);
    const far = aResource('ben', { days: [aDay(0, { startLocation: 3, endLocation: 3 })] });
    const problem = aProblem({ resources: [anna, far], tasks: [aTask('task', { preferred: ['ben'] })] });
    expect(planFor(problem).visits[0]?.resource).toBe('anna');
  });
});

describe('limits', () => {
  test('nobody drives further than allowed, or carries more than fits', () => {
    const tasks = [aTask('a', { place: 1, load: 2 }), aTask('b', { place: 3, load: 2 })];
    const only = (more: Parameters<typeof aDay>[1]) =>
      planFor(aProblem({ tasks, resources: [aResource('anna', { days: [aDay(0, more)] })] })).unassigned;
    expect(only({})).toEqual([]);
    expect(only({ maxMetres: 59_999 })).toEqual(['b']);
    expect(only({ capacity: 3 })).toHaveLength(1);
  });

  test('work is spread evenly where that counts', () => {
    const resources = [aResource('anna'), aResource('ben')];
    const tasks = ['a', 'b', 'c', 'd'].map((id) => aTask(id));
    const loads = (balance: number) => {
      const plan = planFor(aProblem({ resources, tasks, weights: { ...DEFAULT_WEIGHTS, balance } }));
      return resources.map(({ id }) => plan.visits.filter(({ resource }) => resource === id).length).sort();
    };
    expect(loads(0)).toEqual([0, 4]);
    expect(loads(100)).toEqual([2, 2]);
  });

  test('the task of higher priority is served where there is time for one only', () => {
    const tasks = [aTask('low', { duration: 5 * HOUR }), aTask('high', { duration: 5 * HOUR, priority: 2 })];
    expect(planFor(aProblem({ tasks })).unassigned).toEqual(['low']);
  });
});

describe('tasks that have to do with each other', () => {
  test('a team comes together, all or none', () => {
    const resources = ['anna', 'ben', 'carl'].map((id, no) =>
      aResource(id, { days: [aDay(0, { startLocation: no, endLocation: no })] }),
    );
    const tasks = [aTask('lift', { team: 2, place: 1 }), aTask('other', { place: 1 })];
    const plan = planFor(aProblem({ resources, tasks }));
    const lift = visitsOf(plan, 'lift');
    expect(lift).toHaveLength(2);
    expect(lift[0]?.start).toBe(lift[1]?.start);
    expect(planFor(aProblem({ resources, tasks: [aTask('lift', { team: 4 })] })).visits).toEqual([]);
  });

  test('what waits for another starts when that has ended and the lag is over, even with somebody else', () => {
    const resources = [aResource('anna', { skills: ['a'] }), aResource('ben', { skills: ['b'] })];
    const tasks = [
      aTask('paint', { requirements: [{ text: 'b', anyOf: ['b'] }], after: [{ task: 'dry', lag: HOUR }] }),
      aTask('dry', { requirements: [{ text: 'a', anyOf: ['a'] }] }),
    ];
    const plan = planFor(aProblem({ resources, tasks }));
    expect(visitsOf(plan, 'paint')[0]?.start).toBe((visitsOf(plan, 'dry')[0]?.end ?? 0) + HOUR);
  });

  test('what waits for something that nobody serves is not served', () => {
    const tasks = [aTask('first', { excluded: ['anna'] }), aTask('second', { after: [{ task: 'first' }] })];
    expect(planFor(aProblem({ tasks })).unassigned).toEqual(['first', 'second']);
  });

  test('a container stays with one resource, in its order, with nothing in between', () => {
    const resources = [aResource('anna'), aResource('ben')];
    const tasks = [
      aTask('c1', { container: 'c', place: 3 }),
      aTask('x', { place: 2 }),
      aTask('c2', { container: 'c', place: 1 }),
      aTask('c3', { container: 'c', place: 2 }),
    ];
    const plan = planFor(aProblem({ resources, tasks }));
    expect(plan.unassigned).toEqual([]);
    const route = plan.visits.filter(({ resource }) => resource === visitsOf(plan, 'c1')[0]?.resource);
    expect(route.map(({ task }) => task).join(' ')).toContain('c1 c2 c3');
  });

  test('a container of which a task fits nowhere is not served at all', () => {
    const tasks = [aTask('c1', { container: 'c' }), aTask('c2', { container: 'c', excluded: ['anna'] })];
    expect(planFor(aProblem({ tasks })).visits).toEqual([]);
  });

  test('the rest of a container goes where a task of it is locked', () => {
    const resources = [aResource('anna'), aResource('ben')];
    const planned = { resources: ['ben'], start: at(10) };
    const tasks = [aTask('c1', { container: 'c', planned, locked: true }), aTask('c2', { container: 'c' })];
    expect(visitsOf(planFor(aProblem({ resources, tasks })), 'c2')[0]?.resource).toBe('ben');
  });
});

describe('the plan as it is', () => {
  const planned = { resources: ['anna'], start: at(10) + 7 };

  test('locked work stays to the second, even where it breaks rules', () => {
    const tasks = [
      aTask('locked', { planned, locked: true, excluded: ['anna'], latest: at(9) }),
      aTask('other', { duration: 2 * HOUR }),
    ];
    const plan = planFor(aProblem({ tasks }));
    expect(visitsOf(plan, 'locked')[0]).toMatchObject({ resource: 'anna', start: at(10) + 7 });
    expect(plan.unassigned).toEqual([]);
  });

  test('a planned visit moves only if that is worth more than the disruption', () => {
    const tasks = [
      aTask('planned', { planned: { resources: ['anna'], start: at(12) } }),
      aTask('long', { duration: 4.5 * HOUR }),
    ];
    const resources = [aResource('anna')];
    const start = (disruption: number) =>
      visitsOf(planFor(aProblem({ resources, tasks, weights: { ...DEFAULT_WEIGHTS, disruption } })), 'planned')[0]
        ?.start;
    expect(start(20)).not.toBe(at(12));
    expect(start(5000)).toBe(at(12));
  });

  test('no more planned tasks move than allowed', () => {
    const tasks = [
      aTask('planned', { planned: { resources: ['anna'], start: at(12) } }),
      aTask('long', { duration: 4.5 * HOUR }),
    ];
    expect(planFor(aProblem({ tasks })).unassigned).toEqual([]);
    expect(planFor(aProblem({ tasks, maxChanges: 0 })).unassigned).toEqual(['long']);
  });

  test('nothing is put before the freeze, and what is planned there stays', () => {
    const tasks = [aTask('soon', { planned: { resources: ['anna'], start: at(9) } }), aTask('new')];
    const plan = planFor(aProblem({ tasks, freezeBefore: at(11) }));
    expect(visitsOf(plan, 'soon')[0]?.start).toBe(at(9));
    expect(visitsOf(plan, 'new')[0]?.start).toBe(at(11));
  });

  test('appointments of a resource are driven to, and nothing overlaps them', () => {
    const appointments = [{ ...span(8.5, 16), place: 1 }];
    const plan = planFor(
      aProblem({ resources: [aResource('anna', { appointments })], tasks: [aTask('a', { duration: HOUR / 2 })] }),
    );
    expect(plan.visits[0]?.start).toBe(at(16));
  });
});
