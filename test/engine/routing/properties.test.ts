import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figures } from '../../../src/engine/routing/check/figures.ts';
import { check } from '../../../src/engine/routing/check.ts';
import { defects } from '../../../src/engine/routing/defects.ts';
import { compile } from '../../../src/engine/routing/layout/compile.ts';
import type { Problem } from '../../../src/engine/routing/model.ts';
import { afterRounds, solve } from '../../../src/engine/routing/solve.ts';
import { Solver } from '../../../src/engine/routing/solver.ts';
import { runs } from '../../support/random-cases.ts';
import { anyProblem, type Flavour, withBreaks, withLoads, withPaidHours, withPlan } from './builders.ts';

const SMALL = { tasks: 6, resources: 3, days: 2 };
const LARGER = { tasks: 14, resources: 4, days: 3 };
const aSeed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

/** Working time has a price in every third problem, vans have several limits in every second one, and days have breaks in every fifth. */
function anyKind(seed: number, flavour: Flavour): Problem {
  const paid = seed % 3 === 0 ? withPaidHours(anyProblem(seed, flavour), seed) : anyProblem(seed, flavour);
  const loaded = seed % 2 === 0 ? withLoads(paid, seed) : paid;
  return seed % 5 === 0 ? withBreaks(loaded, seed) : loaded;
}

describe('any small problem', () => {
  test('gets a plan in which an independent check finds nothing, at the cost that the solver says', () => {
    fc.assert(
      fc.property(aSeed, (seed) => {
        const problem = anyKind(seed, SMALL);
        const solver = new Solver(compile(problem), seed);
        for (const share of [0, 0.5, 1]) solver.step(10, share);
        const plan = solver.plan();
        const found = [...defects(problem), ...check(problem, plan)];
        // One expectation each would take longer than the solver.
        if (found.length > 0 || Math.abs(figures(problem, plan).cost - solver.cost) > 1e-6)
          expect({ found, cost: figures(problem, plan).cost }).toEqual({ found: [], cost: solver.cost });
      }),
      { numRuns: runs(1500, 10_000) },
    );
  }, 120_000);

  test('that has a plan never gets a worse one, and no more changes than are allowed', () => {
    fc.assert(
      fc.property(aSeed, fc.integer({ min: 0, max: 3 }), (seed, maxChanges) => {
        const first = anyKind(seed, LARGER);
        const given = solve(first, { seed, stop: afterRounds(1) }).plan;
        const problem = { ...withPlan(first, given), maxChanges };
        const before = figures(problem, given);
        const solver = new Solver(compile(problem), seed + 1);
        for (const share of [0, 0.3, 0.6, 1]) solver.step(50, share);
        const plan = solver.plan();
        expect(check(problem, plan)).toEqual([]);
        expect(solver.cost).toBeLessThanOrEqual(before.cost + 1e-6);
        expect(figures(problem, plan).cost).toBeCloseTo(solver.cost, 6);
        expect(figures(problem, plan).changed).toBeLessThanOrEqual(maxChanges);
      }),
      { numRuns: runs(100, 300) },
    );
  });

  test('that has a plan keeps it, unchanged, when nothing may change and nothing is missing', () => {
    fc.assert(
      fc.property(aSeed, (seed) => {
        const first = anyKind(seed, SMALL);
        const given = solve(first, { seed, stop: afterRounds(100) }).plan;
        const served = new Set(given.visits.map(({ task }) => task));
        const tasks = withPlan(first, given).tasks.filter(({ id }) => served.has(id));
        const problem = { ...first, tasks, maxChanges: 0 };
        const { plan } = solve(problem, { seed, stop: afterRounds(100) });
        expect(plan).toEqual({ ...given, unassigned: [] });
      }),
      { numRuns: runs(80, 200) },
    );
  });

  test('gets the same plan from the same seed and the same number of rounds', () => {
    fc.assert(
      fc.property(aSeed, (seed) => {
        const problem = anyKind(seed, LARGER);
        const run = () => solve(problem, { seed, stop: afterRounds(300) });
        expect(run()).toEqual(run());
      }),
      { numRuns: runs(40, 100) },
    );
  });
});
