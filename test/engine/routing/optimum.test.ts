import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Problem } from '../../../src/engine/routing/model.ts';
import { afterRounds, solve } from '../../../src/engine/routing/solve.ts';
import { runs } from '../../support/random-cases.ts';
import { anyProblem, withBreaks, withLoads, withPaidHours } from './builders.ts';
import { cheapest } from './enumerate.ts';

/** Without a plan to start from: everything at its earliest is then as good as it gets. */
function unplanned(seed: number, tasks = 4): Problem {
  const { freezeBefore: _, ...any } = anyProblem(seed, { tasks, resources: 2, days: 1 });
  return {
    ...any,
    resources: any.resources.map((resource) => ({ ...resource, appointments: [] })),
    tasks: any.tasks.map(({ planned: _planned, locked: _locked, ...task }) => task),
  };
}

/** Whether a task waits for one outside its container that waits for the container. Of such ones nothing is planned. */
function isCircular({ tasks }: Problem): boolean {
  const unitOf = new Map(tasks.map(({ id, container }) => [id, container ?? id]));
  const leaders = new Map<string, Set<string>>();
  for (const { id, after = [] } of tasks) {
    const unit = unitOf.get(id)!;
    for (const { task } of after)
      if (unitOf.get(task) !== unit) leaders.set(unit, new Set([...(leaders.get(unit) ?? []), unitOf.get(task)!]));
  }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(leaders.get(from) ?? [])].some(
      (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    );
  return [...leaders.keys()].some((unit) => reaches(unit, unit));
}

function expectTheCheapest(problem: Problem, seed: number): void {
  const { cost } = solve(problem, { seed, stop: afterRounds(5000) });
  expect(cost).toBeCloseTo(cheapest(problem), 6);
}

test('where all plans can be tried, the solver finds the cheapest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      const problem = seed % 3 === 0 ? withLoads(unplanned(seed), seed) : unplanned(seed);
      // Somebody who never works has no first moment to count from.
      fc.pre(problem.resources.every(({ days }) => days[0]!.working.length > 0 && !days[0]!.commutesFreely));
      fc.pre(!isCircular(problem));
      expectTheCheapest(problem, seed);
    }),
    { numRuns: runs(80, 250) },
  );
});

test('where working time has a price too, with visits as late as they can be', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      const { tasks, ...any } = withPaidHours(unplanned(seed, 3), seed);
      // What others wait for is held where it was put: that may be later than its earliest start.
      const problem = { ...any, tasks: tasks.map(({ after: _, container: _together, ...task }) => task) };
      fc.pre(problem.resources.every(({ days }) => days[0]!.working.length > 0 && !days[0]!.commutesFreely));
      expectTheCheapest(problem, seed);
    }),
    { numRuns: runs(40, 200) },
  );
});

test('where days have breaks that float in a window', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      const { tasks, ...any } = withBreaks(unplanned(seed), seed);
      // The solver takes breaks so that the day ends first, not so that the lateness is least.
      const problem = { ...any, tasks: tasks.map(({ after: _, container: _together, due: _due, ...task }) => task) };
      fc.pre(problem.resources.every(({ days }) => days[0]!.working.length > 0 && !days[0]!.commutesFreely));
      expectTheCheapest(problem, seed);
    }),
    { numRuns: runs(40, 200) },
  );
});

test.each([15_913_697, 23_896_049, 28_932_533])(
  'what waits for another may have to come before what waits for nothing (problem %i)',
  (seed) => {
    expectTheCheapest(unplanned(seed), seed);
  },
);
