import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterRounds, solve } from '../../../src/engine/routing/solve.ts';
import { anyProblem } from './builders.ts';
import { cheapest } from './enumerate.ts';

test('where all plans can be tried, the solver finds the cheapest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      const { freezeBefore: _, ...any } = anyProblem(seed, { tasks: 4, resources: 2, days: 1 });
      const problem = {
        ...any,
        resources: any.resources.map((resource) => ({ ...resource, appointments: [] })),
        // Without a plan to start from: everything at its earliest is then as good as it gets.
        tasks: any.tasks.map(({ planned: _planned, locked: _locked, ...task }) => task),
      };
      // Somebody who never works has no first moment to count from.
      fc.pre(problem.resources.every(({ days }) => days[0]!.working.length > 0 && !days[0]!.commutesFreely));
      const { cost } = solve(problem, { seed, stop: afterRounds(5000) });
      expect(cost).toBeCloseTo(cheapest(problem), 6);
    }),
    { numRuns: 250 },
  );
}, 120_000);
