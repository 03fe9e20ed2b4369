import { describe, expect, test } from 'vitest';
import { figures } from '../../../src/engine/routing/check/figures.ts';
import { check } from '../../../src/engine/routing/check.ts';
import { defects } from '../../../src/engine/routing/defects.ts';
import { explain } from '../../../src/engine/routing/explain.ts';
import { insertions } from '../../../src/engine/routing/insert.ts';
import {
  DEFAULT_WEIGHTS,
  type Plan,
  type Problem,
  type ResourceDay,
  type Task,
} from '../../../src/engine/routing/model.ts';
import { afterRounds, solve } from '../../../src/engine/routing/solve.ts';
import { aDay, aProblem, aResource, aTask, at, HOUR, span } from './builders.ts';

const lunch = { duration: HOUR / 2, window: span(12, 14) };
const withLunch = (tasks: readonly Task[], day: Partial<ResourceDay> = {}, more: Partial<Problem> = {}): Problem =>
  aProblem({ tasks, resources: [aResource('anna', { days: [aDay(0, { breaks: [lunch], ...day })] })], ...more });

function planFor(problem: Problem): Plan {
  const { plan, cost } = solve(problem, { seed: 1, stop: afterRounds(500) });
  expect(check(problem, plan)).toEqual([]);
  expect(figures(problem, plan).cost).toBeCloseTo(cost, 6);
  return plan;
}
const startsOf = ({ visits }: Plan): Record<string, number> =>
  Object.fromEntries(visits.map(({ task, start }) => [task, start]));

describe('a break in a window', () => {
  test('is left free between two visits', () => {
    const tasks = [
      aTask('first', { place: 0, duration: 5 * HOUR, latest: at(13) }),
      aTask('second', { place: 0, duration: 3.5 * HOUR }),
    ];
    expect(startsOf(planFor(withLunch(tasks)))).toEqual({ first: at(8), second: at(13.5) });
  });

  test('interrupts a way: it is driven before and after it', () => {
    const day = { breaks: [{ duration: HOUR / 2, window: span(12.25, 13) }], endLocation: 3 };
    const tasks = [
      aTask('first', { place: 0, duration: 4 * HOUR, windows: [span(8, 12)] }),
      aTask('second', { place: 3, windows: [span(12.5, 17)] }),
    ];
    expect(startsOf(planFor(withLunch(tasks, day)))).toEqual({ first: at(8), second: at(13) });
  });

  test('is taken while waiting, and then takes no time', () => {
    const tasks = [
      aTask('first', { place: 0, windows: [span(8, 12)] }),
      aTask('second', { place: 0, windows: [span(13, 15)] }),
    ];
    expect(startsOf(planFor(withLunch(tasks)))).toEqual({ first: at(8), second: at(13) });
  });

  test('costs nothing on a day that ends before it, or starts after it', () => {
    const early = [aTask('task', { place: 0, duration: 4 * HOUR })];
    expect(startsOf(planFor(withLunch(early)))).toEqual({ task: at(8) });
    const late = withLunch([aTask('task', { place: 0, duration: 4 * HOUR })], { working: [span(13, 17)] });
    expect(startsOf(planFor(late))).toEqual({ task: at(13) });
  });

  test('on the way home makes the day longer', () => {
    const day = { endLocation: 3, overtime: 2 * HOUR, breaks: [{ duration: HOUR / 2, window: span(16.5, 17.25) }] };
    const problem = withLunch([aTask('task', { place: 0, windows: [span(15.75, 16.75)] })], day);
    expect(figures(problem, planFor(problem)).overtimeHours).toBeCloseTo(0.75, 6);
  });

  test('leaves less room: what does not fit beside it is not planned', () => {
    const tasks = [aTask('long', { place: 0, duration: 9 * HOUR })];
    expect(planFor(withLunch(tasks, { breaks: [] })).unassigned).toEqual([]);
    const problem = withLunch(tasks);
    const [explanation] = explain(problem, planFor(problem));
    expect(explanation?.reasons.map(({ detail }) => detail)).toEqual([
      'The only resource has time, but not for the break as well.',
    ]);
  });

  test('moves a visit to a later window if the first one leaves no time for it', () => {
    const tasks = [
      aTask('morning', { place: 0, duration: 4.5 * HOUR, windows: [span(8, 12.5)] }),
      aTask('task', { place: 0, windows: [span(12.5, 14), span(15, 16)] }),
    ];
    expect(startsOf(planFor(withLunch(tasks, { breaks: [{ duration: HOUR, window: span(12.5, 14) }] })))).toEqual({
      morning: at(8),
      task: at(15),
    });
  });

  test('two of them are both taken', () => {
    const breaks = [
      { duration: HOUR / 4, window: span(9, 11) },
      { duration: HOUR / 2, window: span(12, 14) },
    ];
    const tasks = ['a', 'b', 'c', 'd'].map((id) => aTask(id, { place: 0, duration: 2 * HOUR }));
    const plan = planFor(withLunch(tasks, { breaks }));
    expect(plan.visits.map(({ start }) => start)).toEqual([at(8), at(10.25), at(12.75), at(14.75)]);
  });

  test('leaves working time priced exactly', () => {
    const weights = { ...DEFAULT_WEIGHTS, workingHour: 20 };
    const tasks = [
      aTask('first', { place: 0, latest: at(15) }),
      aTask('second', { place: 0, windows: [span(15, 16)] }),
    ];
    const problem = withLunch(tasks, { breaks: [{ duration: HOUR, window: span(13.5, 15) }] }, { weights });
    expect(startsOf(planFor(problem))).toEqual({ first: at(13), second: at(15) });
    expect(figures(problem, planFor(problem)).workingHours).toBeCloseTo(3, 6);
  });

  test('holds for one more task in a running day', () => {
    const planned = (start: number) => ({ resources: ['anna'], start });
    const tasks = [
      aTask('first', { place: 0, duration: 4.5 * HOUR, planned: planned(at(8)) }),
      aTask('last', { place: 0, duration: 3 * HOUR, planned: planned(at(14)) }),
      aTask('more', { place: 0 }),
    ];
    const [best] = insertions(withLunch(tasks, { breaks: [{ ...lunch, window: span(12, 13.5) }] }), 'more', 1);
    expect(best?.visits[0]?.start).toBe(at(13));
  });
});

test('the check finds a day without time for its break', () => {
  const problem = withLunch([aTask('task', { place: 0, duration: 6 * HOUR })]);
  const visit = { task: 'task', resource: 'anna', date: 'day 0', start: at(8), end: at(14) };
  expect(check(problem, { visits: [visit], unassigned: [] })).toMatchObject([
    { rule: 'break', detail: 'anna has no time for a break of 1800 s in its window.' },
  ]);
});

test.each([
  ['longer than its window', [{ duration: 2 * HOUR, window: span(12, 13) }], /not longer than its window/],
  ['windows that overlap', [lunch, { duration: 60, window: span(13, 15) }], /overlap/],
])('%s is a defect', (_, breaks, detail) => {
  expect(defects(withLunch([aTask()], { breaks }))).toMatchObject([{ detail: expect.stringMatching(detail) }]);
});

test('breaks together with teams are a defect', () => {
  expect(defects(withLunch([aTask('task', { team: 2 })]))).toMatchObject([
    { place: 'resources', detail: expect.stringMatching(/not supported together with teams/) },
  ]);
});
