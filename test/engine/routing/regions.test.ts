import fc from 'fast-check';
import { expect, test } from 'vitest';
import { figures } from '../../../src/engine/routing/check/figures.ts';
import { check } from '../../../src/engine/routing/check.ts';
import { compile } from '../../../src/engine/routing/layout/compile.ts';
import { mostVisits } from '../../../src/engine/routing/loaded-problem.ts';
import type { Problem } from '../../../src/engine/routing/model.ts';
import { Exchange } from '../../../src/engine/routing/solution/exchange.ts';
import { Solver } from '../../../src/engine/routing/solver.ts';
import { runs } from '../../support/random-cases.ts';
import { anyProblem, aProblem, aTask, divisibleProblem } from './builders.ts';

const aSeed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

/** Searches a problem with several solvers, which meet so many times. */
function together(problem: Problem, seed: number, count: number, meetings: number, met: (all: Solver[]) => void) {
  const layout = compile(problem);
  const exchange = new Exchange(layout, new ArrayBuffer(Exchange.bytes(layout)));
  const solvers = Array.from({ length: count }, (_, no) => new Solver(compile(problem), seed + no));
  solvers.forEach((solver, no) => {
    solver.searchAll(no === 0);
    solver.give(exchange);
  });
  for (const solver of solvers) solver.take(exchange);
  for (let meeting = 0; meeting < meetings; meeting++) {
    solvers.forEach((solver, no) => {
      solver.searchRegion(no, count, seed + meeting);
      solver.step(30, meeting / meetings);
      solver.give(exchange);
    });
    for (const solver of solvers) solver.take(exchange);
    met(solvers);
  }
  return solvers;
}

test('solvers that search a plan together have the same plan when they met, and it is sound, at the cost that they say', () => {
  let tried = 0;
  fc.assert(
    fc.property(aSeed, fc.integer({ min: 2, max: 4 }), (seed, count) => {
      const problem = divisibleProblem(seed);
      const whole = (solver: Solver): Uint8Array => {
        const bytes = new Uint8Array(Exchange.bytes(solver.layout));
        solver.searchAll(true);
        solver.give(new Exchange(solver.layout, bytes.buffer));
        return bytes;
      };
      const solvers = together(problem, seed, count, 5, (all) => {
        const [first, ...others] = all.map(whole);
        for (const other of others) expect(other).toEqual(first);
      });
      tried++;
      for (const solver of solvers) {
        expect(solver.isDivisible).toBe(true);
        const plan = solver.plan();
        expect(check(problem, plan)).toEqual([]);
        // A refill that turns out to be of no use is left out of the plan, and not of the cost.
        if (!plan.refills) expect(figures(problem, plan).cost).toBeCloseTo(solver.cost, 5);
      }
    }),
    { numRuns: runs(150, 2000) },
  );
  expect(tried).toBeGreaterThan(100);
}, 60_000);

test('a plan takes no more memory to hand over than its problem says', () => {
  fc.assert(
    fc.property(aSeed, (seed) => {
      for (const problem of [divisibleProblem(seed), anyProblem(seed, { tasks: 12, resources: 4, days: 3 })])
        expect(Exchange.bytes(compile(problem))).toBeLessThanOrEqual(16 * mostVisits(problem));
    }),
    { numRuns: runs(200, 2000) },
  );
});

test('solvers that search a plan together find the same plan by the same seed', () => {
  fc.assert(
    fc.property(aSeed, (seed) => {
      const plans = () => together(divisibleProblem(seed), seed, 3, 4, () => {}).map((solver) => solver.plan());
      expect(plans()).toEqual(plans());
    }),
    { numRuns: runs(20, 200) },
  );
}, 60_000);

test('a plan in which routes depend on each other, or with a limit over all of them, is not divided', () => {
  const isDivisible = (more: Partial<Problem>): boolean =>
    new Solver(compile(aProblem({ tasks: [aTask('a'), aTask('b')], ...more })), 1).isDivisible;
  expect(isDivisible({})).toBe(true);
  expect(isDivisible({ tasks: [aTask('a'), aTask('b', { after: [{ task: 'a' }] })] })).toBe(false);
  expect(isDivisible({ tasks: [aTask('a', { link: { id: 'l' } }), aTask('b', { link: { id: 'l' } })] })).toBe(false);
  expect(isDivisible({ tasks: [aTask('a', { team: 2 })] })).toBe(false);
  expect(isDivisible({ maxChanges: 1 })).toBe(false);
  const { weights } = aProblem();
  expect(isDivisible({ weights: { ...weights, balance: 1 } })).toBe(false);
  expect(isDivisible({ weights: { ...weights, largestLateHour: 1 } })).toBe(false);
});
