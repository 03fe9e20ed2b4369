import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chanceFrom } from '../../../src/domain/random.ts';
import { compile } from '../../../src/engine/routing/layout/compile.ts';
import { SINGLE } from '../../../src/engine/routing/layout/unit-kinds.ts';
import type { Problem } from '../../../src/engine/routing/model.ts';
import { areKnowable, KnownPlaces, knownPlacesFor } from '../../../src/engine/routing/search/known-places.ts';
import { SingleInsertion } from '../../../src/engine/routing/search/single.ts';
import { takeOff } from '../../../src/engine/routing/search/take-off.ts';
import { Solution } from '../../../src/engine/routing/solution/solution.ts';
import { runs } from '../../support/random-cases.ts';
import { anyProblem, withBreaks, withLoads, withPaidHours } from './builders.ts';

const aSeed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

test('the best place that is remembered is the one that a search of all places finds, after any changes and undone changes', () => {
  let [compared, problems] = [0, 0];
  fc.assert(
    fc.property(aSeed, (seed) => {
      const chance = chanceFrom(seed);
      let problem = anyProblem(seed, { tasks: 25, resources: 4, days: 3 });
      if (seed % 3 === 0) problem = withPaidHours(problem, seed);
      if (seed % 2 === 0) problem = withLoads(problem, seed);
      if (seed % 5 === 0) problem = withBreaks(problem, seed);
      // Work is balanced in some, and nothing is linked in most.
      const tasks = problem.tasks.map(({ team: _, link: __, ...task }) => task);
      const weights = { ...problem.weights, balance: seed % 4 === 0 ? 5 : 0, largestLateHour: 0 };
      const solution = new Solution(compile({ ...problem, tasks, weights }));
      if (!areKnowable(solution)) return;
      problems++;
      const { units, routes } = solution.layout;
      const known = new KnownPlaces(units.count * routes.count);
      const plain = new SingleInsertion(solution, chance, 0);
      const knowing = new SingleInsertion(solution, chance, 0, known);
      for (let round = 0; round < 40; round++) {
        solution.journal.begin();
        for (let change = 0; change < 4; change++) {
          const unit = chance.whole(0, units.count - 1);
          if (units.kind[unit] !== SINGLE) continue;
          if ((solution.absentAt[unit] as number) < 0) {
            takeOff(solution, unit, []);
            solution.refreshTaken();
            continue;
          }
          const isFound = plain.find(unit);
          expect(knowing.find(unit)).toBe(isFound);
          compared++;
          if (!isFound) continue;
          expect(knowing.delta).toBeCloseTo(plain.delta, 6);
          knowing.put(unit);
        }
        if (chance.next() < 0.5) solution.journal.undo();
      }
      expect(solution.total).toBeCloseTo(solution.sum(), 5);
    }),
    { numRuns: runs(100, 1000) },
  );
  expect(problems).toBeGreaterThan(50);
  expect(compared).toBeGreaterThan(1000);
}, 60_000);

/** Some 200 tasks at as many places, on days of a few visits each. */
function ofMiddleSize(seed: number): Problem {
  const chance = chanceFrom(seed);
  const problem = anyProblem(seed, { tasks: 30, resources: 30, days: 3 });
  const places = 200;
  const spots = Array.from({ length: places }, () => ({ x: chance.whole(0, 60), y: chance.whole(0, 60) }));
  const km = (a: number, b: number): number => Math.hypot(spots[a]!.x - spots[b]!.x, spots[a]!.y - spots[b]!.y);
  const tasks = Array.from({ length: chance.whole(160, 240) }, (_, no) => {
    const {
      team: _team,
      link: _link,
      after: _after,
      container: _container,
      planned: _planned,
      ...task
    } = problem.tasks[no % problem.tasks.length]!;
    return { ...task, id: `t${no}`, place: chance.whole(0, places - 1) };
  });
  const isOneWay = seed % 5 === 0;
  const metres = (from: number, to: number): number => Math.round(km(from, to) * (isOneWay && from > to ? 1100 : 1000));
  return {
    ...problem,
    tasks,
    travel: { places, seconds: (from, to) => Math.round(metres(from, to) * 0.06), metres },
    weights: { ...problem.weights, balance: 0, largestLateHour: 0 },
  };
}

test('in a plan of middle size, what is remembered is no worse than the best place next to the nearest visits, and no better than the best of all', () => {
  let [compared, further] = [0, 0];
  fc.assert(
    fc.property(aSeed, (seed) => {
      let problem = ofMiddleSize(seed);
      if (seed % 3 === 0) problem = withPaidHours(problem, seed);
      if (seed % 2 === 0) problem = withLoads(problem, seed);
      const solution = new Solution(compile(problem));
      const known = knownPlacesFor(solution);
      if (known === undefined) return;
      const chance = chanceFrom(seed);
      const { units, routes } = solution.layout;
      const plain = new SingleInsertion(solution, chance, 0);
      const knowing = new SingleInsertion(solution, chance, 0, known);
      const bestOfAll = (unit: number): number => {
        let best = Number.POSITIVE_INFINITY;
        for (let r = 0; r < routes.count; r++) if (plain.findOn(unit, r)) best = Math.min(best, plain.delta);
        return best;
      };
      for (let round = 0; round < 60; round++) {
        solution.journal.begin();
        for (let change = 0; change < 20; change++) {
          const unit = chance.whole(0, units.count - 1);
          if ((solution.absentAt[unit] as number) < 0) {
            if (chance.next() < 0.6) continue;
            takeOff(solution, unit, []);
            solution.refreshTaken();
            continue;
          }
          const best = bestOfAll(unit);
          const isNear = plain.find(unit);
          const near = plain.delta;
          expect(knowing.find(unit)).toBe(isNear);
          if (!isNear) continue;
          compared++;
          expect(knowing.delta).toBeLessThanOrEqual(near + 1e-6);
          expect(knowing.delta).toBeGreaterThanOrEqual(best - 1e-6);
          if (near > best + 1e-6) further++;
          knowing.put(unit);
        }
        if (chance.next() < 0.3) solution.journal.undo();
      }
      expect(solution.total).toBeCloseTo(solution.sum(), 4);
    }),
    { numRuns: runs(12, 100) },
  );
  expect(compared).toBeGreaterThan(1000);
  expect(further).toBeGreaterThan(0);
}, 60_000);
