import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldProblem } from '../../../bench/routing-field.ts';
import { chanceFrom } from '../../../src/domain/random.ts';
import { figures } from '../../../src/engine/routing/check/figures.ts';
import { check } from '../../../src/engine/routing/check.ts';
import { compile } from '../../../src/engine/routing/layout/compile.ts';
import type { Problem } from '../../../src/engine/routing/model.ts';
import { ONCE, SEVERAL } from '../../../src/engine/routing/search/course.ts';
import { SMALL } from '../../../src/engine/routing/search/known-places.ts';
import { isRecombinable, isWorthRecombining, Recombination } from '../../../src/engine/routing/search/recombination.ts';
import { Recreate } from '../../../src/engine/routing/search/recreate.ts';
import { restrictTo } from '../../../src/engine/routing/search/regions.ts';
import { Ruin } from '../../../src/engine/routing/search/ruin.ts';
import { standAsPlanned } from '../../../src/engine/routing/search/stand-as-planned.ts';
import { Exchange } from '../../../src/engine/routing/solution/exchange.ts';
import { Snapshot } from '../../../src/engine/routing/solution/snapshot.ts';
import { Solution } from '../../../src/engine/routing/solution/solution.ts';
import { Solver } from '../../../src/engine/routing/solver.ts';
import { runs } from '../../support/random-cases.ts';
import { aDay, aProblem, aResource, aTask, at, divisibleProblem, HOUR } from './builders.ts';

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
  const moments = [0, 0.06, 0.3, 0.34, 0.5, 0.69, ...ONCE.recombinesAt, ...SEVERAL.recombinesAt, 1];
  for (const share of moments.sort((a, b) => a - b)) solver.step(50, share);
  return solver;
}

/** So many rounds that take whatever is no dearer than the plan before and something more, and note their routes. */
function noted(problem: Problem, seed: number, rounds: number) {
  const chance = chanceFrom(seed);
  const solution = solutionOf(problem);
  const recombination = new Recombination(solution);
  standAsPlanned(solution);
  const ruin = new Ruin(solution, chance, Number.POSITIVE_INFINITY);
  const recreate = new Recreate(solution, chance, Number.POSITIVE_INFINITY);
  solution.journal.begin();
  recreate.fill();
  for (let round = 0; round < rounds; round++) {
    const off: number[] = [];
    const most = solution.total + 20;
    solution.journal.begin();
    ruin.run(off);
    const isTaken = recreate.run(off, most) && solution.total < most && solution.isSound;
    if (isTaken) solution.journal.keep();
    else solution.journal.undo();
    recreate.note(isTaken);
    if (isTaken) recombination.note();
  }
  solution.journal.begin();
  return { solution, recombination };
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
      const [first = 1] = SEVERAL.recombinesAt;
      solver.step(20, first - 0.02);
      const before = solver.cost;
      solver.step(0, first);
      expect(solver.cost).toBeLessThanOrEqual(before + 1e-6);
      if (solver.cost < before - 1e-6) cheaper++;
    }),
    { numRuns: runs(100, 500) },
  );
  expect(cheaper).toBeGreaterThan(5);
}, 60_000);

test('so is a plan of different vehicles, days and skills, with breaks, containers, appointments and what is planned', () => {
  let [tried, cheaper] = [0, 0];
  fc.assert(
    fc.property(aSeed, (seed) => {
      const problem = divisibleProblem(seed);
      if (!isRecombinable(solutionOf(problem))) return;
      tried++;
      const { solution, recombination } = noted(problem, seed, 60);
      const { total } = solution;
      if (recombination.improveAll()) {
        cheaper++;
        expect(solution.total).toBeLessThan(total);
      }
      const best = new Snapshot(solution);
      best.take();
      expect(check(problem, best.plan())).toEqual([]);
      expect(figures(problem, best.plan()).cost).toBeCloseTo(solution.total, 5);
      const solver = searched(problem, seed);
      expect(check(problem, solver.plan())).toEqual([]);
      expect(figures(problem, solver.plan()).cost).toBeCloseTo(solver.cost, 5);
      expect(searched(problem, seed).plan()).toEqual(solver.plan());
    }),
    { numRuns: runs(100, 1000) },
  );
  expect(tried).toBeGreaterThan(50);
  expect(cheaper).toBeGreaterThan(5);
}, 60_000);

const visitsOf = ({ layout, next }: Solution, r: number): number[] => {
  const visits: number[] = [];
  const { firstStart, firstEnd } = layout;
  for (let node = next[firstStart + r]!; node !== firstEnd + r; node = next[node]!) visits.push(node);
  return visits;
};

test('routes around a unit get cheaper, have the same units, and leave all other routes as they are', () => {
  let [improved, apart] = [0, 0];
  fc.assert(
    fc.property(aSeed, (seed) => {
      const problem = seed % 2 === 0 ? yard(seed) : divisibleProblem(seed);
      if (!isRecombinable(solutionOf(problem))) return;
      const { solution, recombination } = noted(problem, seed, 60);
      const { layout, total, size, ownRoute } = solution;
      restrictTo(solution, 0, 2, chanceFrom(seed));
      const absent = Array.from(solution.absentAt);
      const before = Array.from(size.keys(), (r) => visitsOf(solution, r));
      for (let unit = 0; unit < layout.units.count; unit++)
        if (recombination.improveAround(unit)) {
          improved++;
          expect(solution.total).toBeLessThan(total);
        }
      expect(solution.sum()).toBeCloseTo(solution.total, 5);
      expect(solution.isSound).toBe(true);
      expect(Array.from(solution.absentAt, (at) => at < 0)).toEqual(absent.map((at) => at < 0));
      before.forEach((visits, r) => {
        if (ownRoute[r] === 1 || visits.length === 0) return;
        expect(visitsOf(solution, r)).toEqual(visits);
        apart++;
      });
    }),
    { numRuns: runs(100, 1000) },
  );
  expect(improved).toBeGreaterThan(5);
  expect(apart).toBeGreaterThan(50);
}, 60_000);

test('a plan with more visits is put together region by region, by one solver or several, and is sound', () => {
  const problem = fieldProblem({ tasks: 180, technicians: 12, days: 3, seed: 7 });
  const layout = compile(problem);
  expect(layout.freeCount).toBeGreaterThan(SMALL);
  const isFine = (solver: Solver): void => {
    expect(check(problem, solver.plan())).toEqual([]);
    expect(figures(problem, solver.plan()).cost).toBeCloseTo(solver.cost, 5);
  };
  const steps = (solver: Solver, share: number): Solver => {
    for (let step = 0; step < 12; step++) solver.step(100, share);
    return solver;
  };
  const alone = () => [0.3, 0.5, 0.7, 0.8, 0.95].reduce(steps, new Solver(compile(problem), 3));
  const solver = alone();
  isFine(solver);
  expect(alone().plan()).toEqual(solver.plan());
  const exchange = new Exchange(layout, new ArrayBuffer(Exchange.bytes(layout)));
  const solvers = [new Solver(compile(problem), 1), new Solver(compile(problem), 2)];
  solvers.forEach((each, no) => {
    each.searchAll(no === 0);
    each.give(exchange);
  });
  for (const each of solvers) each.take(exchange);
  for (const share of [0.4, 0.6, 0.8, 0.95]) {
    solvers.forEach((each, no) => {
      each.searchRegion(no, 2, Math.round(share * 100));
      steps(each, share).give(exchange);
    });
    for (const each of solvers) each.take(exchange);
  }
  solvers.forEach(isFine);
  expect(solvers[1]!.plan()).toEqual(solvers[0]!.plan());
}, 60_000);

test('routes are put together only where tasks depend on nothing else, and large plans only of different vehicles', () => {
  const problem = yard(1);
  const [first, ...others] = problem.tasks;
  const withFirst = (more: object) => solutionOf({ ...problem, tasks: [{ ...first!, ...more }, ...others] });
  expect(isRecombinable(withFirst({}))).toBe(true);
  expect(isRecombinable(withFirst({ after: [{ task: others[0]!.id }] }))).toBe(false);
  expect(isRecombinable(withFirst({ container: 'box' }))).toBe(true);
  expect(isRecombinable(withFirst({ team: 2 }))).toBe(false);
  const [van, ...vans] = problem.resources;
  const withDay = (more: object) =>
    solutionOf({ ...problem, resources: [{ ...van!, days: [aDay(0, { capacity: 6, ...more })] }, ...vans] });
  expect(isRecombinable(withDay({ capacity: 5 }))).toBe(true);
  expect(isWorthRecombining(withDay({ capacity: 5 }), false)).toBe(true);
  expect(isWorthRecombining(withDay({}), true)).toBe(true);
  expect(isWorthRecombining(withDay({}), false)).toBe(false);
  expect(isRecombinable(withDay({ capacities: { kg: 1 }, refill: { place: 0, duration: 900, times: 2 } }))).toBe(false);
});
