import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figures } from '../../../src/engine/routing/check/figures.ts';
import { check } from '../../../src/engine/routing/check.ts';
import { compile } from '../../../src/engine/routing/layout/compile.ts';
import type { Problem } from '../../../src/engine/routing/model.ts';
import { afterRounds, solve } from '../../../src/engine/routing/solve.ts';
import { Solver } from '../../../src/engine/routing/solver.ts';
import { runs } from '../../support/random-cases.ts';
import { anyProblem } from './builders.ts';

const aSeed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

/** From some 150 visits on, tasks are tried next to those near them instead of everywhere. */
describe('any large problem', () => {
  const large = (seed: number): Problem => {
    const problem = anyProblem(seed, { tasks: 500, resources: 30, days: 3 });
    // Two containers of a hundred tasks each would fit nowhere.
    return { ...problem, tasks: problem.tasks.map(({ container: _, ...task }) => task) };
  };

  test('gets a plan in which an independent check finds nothing, at the cost that the solver says', () => {
    let tried = 0;
    fc.assert(
      fc.property(aSeed, (seed) => {
        const problem = large(seed);
        const solver = new Solver(compile(problem), seed);
        if (solver.layout.freeCount > 150) tried++;
        for (const share of [0, 0.5, 1]) solver.step(20, share);
        const plan = solver.plan();
        expect(check(problem, plan)).toEqual([]);
        expect(figures(problem, plan).cost).toBeCloseTo(solver.cost, 5);
      }),
      { numRuns: runs(2, 6) },
    );
    expect(tried).toBeGreaterThan(0);
  }, 60_000);

  test('gets the same plan from the same seed and the same number of rounds', () => {
    fc.assert(
      fc.property(aSeed, (seed) => {
        const problem = large(seed);
        const run = () => solve(problem, { seed, stop: afterRounds(100) });
        expect(run()).toEqual(run());
      }),
      { numRuns: runs(2, 5) },
    );
  });

  test('of more than 500 tasks, which is searched area by area, gets a sound plan, and the same one from the same seed', () => {
    fc.assert(
      fc.property(aSeed, (seed) => {
        const few = large(seed);
        const tasks = Array.from({ length: 600 }, (_none, no) => {
          const { link: _, after: __, ...task } = few.tasks[no % few.tasks.length]!;
          return { ...task, id: `task ${no}` };
        });
        const problem = { ...few, tasks };
        const run = () => solve(problem, { seed, stop: afterRounds(500) });
        const first = run();
        expect(check(problem, first.plan)).toEqual([]);
        expect(figures(problem, first.plan).cost).toBeCloseTo(first.cost, 5);
        expect(run()).toEqual(first);
      }),
      { numRuns: runs(2, 5) },
    );
  }, 60_000);
});
