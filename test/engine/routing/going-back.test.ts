import fc from 'fast-check';
import { expect, test } from 'vitest';
import { figures } from '../../../src/engine/routing/check/figures.ts';
import { check } from '../../../src/engine/routing/check.ts';
import { compile } from '../../../src/engine/routing/layout/compile.ts';
import type { Problem } from '../../../src/engine/routing/model.ts';
import { ONCE } from '../../../src/engine/routing/search/course.ts';
import { Exchange } from '../../../src/engine/routing/solution/exchange.ts';
import { Solver } from '../../../src/engine/routing/solver.ts';
import { runs } from '../../support/random-cases.ts';
import { divisibleProblem } from './builders.ts';

const aSeed = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const [firstTime = 1] = ONCE.goesBackAt;

/** What the plan costs at which a search is, which need not be its best: what another one finds that takes it over. */
function takenOver(problem: Problem, seed: number, solver: Solver): Solver {
  const exchange = new Exchange(solver.layout, new ArrayBuffer(Exchange.bytes(solver.layout)));
  solver.give(exchange);
  const other = new Solver(compile(problem), seed);
  other.searchAll(false);
  other.take(exchange);
  return other;
}

test('the search goes back to its best plan when it is time for that', () => {
  let elsewhere = 0;
  fc.assert(
    fc.property(aSeed, (seed) => {
      const problem = divisibleProblem(seed);
      const solver = new Solver(compile(problem), seed);
      solver.step(60, 0);
      if (takenOver(problem, seed, solver).cost > solver.cost + 1e-6) elsewhere++;
      solver.step(0, firstTime);
      const other = takenOver(problem, seed, solver);
      expect(other.cost).toBeCloseTo(solver.cost, 5);
      expect(check(problem, other.plan())).toEqual([]);
    }),
    { numRuns: runs(100, 1000) },
  );
  expect(elsewhere).toBeGreaterThan(20);
}, 60_000);

test('it goes back once at each of these times, and never in a part of a plan', () => {
  fc.assert(
    fc.property(aSeed, (seed) => {
      const problem = divisibleProblem(seed);
      const went = new Solver(compile(problem), seed);
      const stayed = new Solver(compile(problem), seed);
      for (const solver of [went, stayed]) solver.step(60, 0);
      stayed.searchAll(true);
      const before = takenOver(problem, seed, stayed).cost;
      stayed.step(0, 1);
      expect(takenOver(problem, seed, stayed).cost).toBe(before);
      went.step(30, firstTime);
      const at = takenOver(problem, seed, went).cost;
      went.step(0, firstTime + 0.01);
      expect(takenOver(problem, seed, went).cost).toBe(at);
    }),
    { numRuns: runs(50, 500) },
  );
}, 60_000);

test('from its best plan it goes on as soundly as before, and finds the same by the same seed', () => {
  fc.assert(
    fc.property(aSeed, (seed) => {
      const any = divisibleProblem(seed);
      const problem = {
        ...any,
        resources: any.resources.map((resource) => ({
          ...resource,
          days: resource.days.map(({ refill: _, ...day }) => day),
        })),
      };
      const run = () => {
        const solver = new Solver(compile(problem), seed);
        for (const share of [0, ...ONCE.goesBackAt, 1]) solver.step(30, share);
        return solver;
      };
      const solver = run();
      const plan = solver.plan();
      expect(check(problem, plan)).toEqual([]);
      expect(figures(problem, plan).cost).toBeCloseTo(solver.cost, 5);
      expect(run().plan()).toEqual(plan);
    }),
    { numRuns: runs(100, 1000) },
  );
}, 60_000);
