import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chanceFrom } from '../../../src/domain/random.ts';
import { compile } from '../../../src/engine/routing/layout/compile.ts';
import { SINGLE } from '../../../src/engine/routing/layout/unit-kinds.ts';
import { areKnowable, KnownPlaces } from '../../../src/engine/routing/search/known-places.ts';
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
