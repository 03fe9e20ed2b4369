import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chanceFrom } from '../../../src/domain/random.ts';
import { figures } from '../../../src/engine/routing/check/figures.ts';
import { check } from '../../../src/engine/routing/check.ts';
import { compile } from '../../../src/engine/routing/layout/compile.ts';
import type { Problem } from '../../../src/engine/routing/model.ts';
import { isRecombinable } from '../../../src/engine/routing/search/recombination.ts';
import { Solution } from '../../../src/engine/routing/solution/solution.ts';
import { RECOMBINES_AT, Solver } from '../../../src/engine/routing/solver.ts';
import { runs } from '../../support/random-cases.ts';
import { aDay, aProblem, aResource, aTask, at, HOUR } from './builders.ts';

const aSeed = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const solutionOf = (problem: Problem) => new Solution(compile(problem));

/** Vans alike, with room for a few tasks each, and tasks somewhere around their yard with windows. */
function yard(seed: number): Problem {
  const chance = chanceFrom(seed);
  const places = Array.from({ length: 16 }, () => [chance.whole(0, 30), chance.whole(0, 30)] as const);
  const metres = (from: number, to: number): number => {
    const [[x1, y1], [x2, y2]] = [places[from]!, places[to]!];
    return Math.floor(1000 * Math.hypot(x1 - x2, y1 - y2));
  };
  return aProblem({
    resources: Array.from({ length: 15 }, (_, no) => aResource(`van ${no}`, { days: [aDay(0, { capacity: 6 })] })),
    tasks: Array.from({ length: 15 }, (_, no) => {
      const start = at(8 + chance.whole(0, 5));
      const windows = [{ start, end: start + chance.whole(2, 4) * HOUR }];
      return aTask(`task ${no}`, { place: no + 1, load: chance.whole(1, 3), duration: HOUR / 4, windows });
    }),
    travel: { places: places.length, seconds: (from, to) => Math.ceil(metres(from, to) / 10), metres },
  });
}

function searched(problem: Problem, seed: number): Solver {
  const solver = new Solver(compile(problem), seed);
  for (const share of [0, 0.3, 0.5, ...RECOMBINES_AT, 1]) solver.step(50, share);
  return solver;
}

test('a plan that was put together from routes keeps to all rules and costs what it says, and a seed finds one plan', () => {
  fc.assert(
    fc.property(aSeed, (seed) => {
      const problem = yard(seed);
      expect(isRecombinable(solutionOf(problem))).toBe(true);
      const solver = searched(problem, seed);
      const plan = solver.plan();
      expect(check(problem, plan)).toEqual([]);
      expect(figures(problem, plan).cost).toBeCloseTo(solver.cost, 5);
      expect(searched(problem, seed).plan()).toEqual(plan);
    }),
    { numRuns: runs(50, 500) },
  );
}, 60_000);

test('there are cheaper plans of the routes that are known', () => {
  let cheaper = 0;
  fc.assert(
    fc.property(aSeed, (seed) => {
      const solver = new Solver(compile(yard(seed)), seed);
      solver.step(20, 0.4);
      const before = solver.cost;
      solver.step(0, RECOMBINES_AT[0]!);
      expect(solver.cost).toBeLessThanOrEqual(before + 1e-6);
      if (solver.cost < before - 1e-6) cheaper++;
    }),
    { numRuns: runs(100, 500) },
  );
  expect(cheaper).toBeGreaterThan(5);
}, 60_000);

test('routes are put together only where vehicles are alike and tasks depend on nothing else', () => {
  const problem = yard(1);
  const [first, ...others] = problem.tasks;
  const withFirst = (more: object) => solutionOf({ ...problem, tasks: [{ ...first!, ...more }, ...others] });
  expect(isRecombinable(withFirst({}))).toBe(true);
  expect(isRecombinable(withFirst({ after: [{ task: others[0]!.id }] }))).toBe(false);
  expect(isRecombinable(withFirst({ container: 'box' }))).toBe(true);
  const [van, ...vans] = problem.resources;
  const smaller = { ...van!, days: [aDay(0, { capacity: 5 })] };
  expect(isRecombinable(solutionOf({ ...problem, resources: [smaller, ...vans] }))).toBe(false);
});
