import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from '../../../src/engine/routing/check.ts';
import { insertions } from '../../../src/engine/routing/insert.ts';
import { insertInto } from '../../../src/engine/routing/insertion-points.ts';
import { DEFAULT_WEIGHTS, type Problem, type Task } from '../../../src/engine/routing/model.ts';
import { planOf, presentPlan } from '../../../src/engine/routing/present-plan.ts';
import { afterRounds, solve } from '../../../src/engine/routing/solve.ts';
import { travelTable } from '../../../src/engine/routing/travel-table.ts';

const DAY = 86_400;
const DAYS = 3;
const aSpot = fc.record({
  lat: fc.double({ min: 50, max: 51, noNaN: true }),
  lon: fc.double({ min: 4, max: 5, noNaN: true }),
});

/** A plan of some days as the solver makes it, and one more task. */
const aPlan = fc
  .record({
    spots: fc.array(aSpot, { minLength: 8, maxLength: 8 }),
    lengths: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 6, maxLength: 6 }),
    important: fc.boolean(),
    waits: fc.boolean(),
  })
  .map(({ spots, lengths, important, waits }): Problem => {
    const tasks = lengths.map((length, i): Task => ({ id: `t${i}`, duration: length * 1800, place: i }));
    const empty: Problem = {
      resources: [6, 7].map((home) => ({
        id: String(home),
        days: Array.from({ length: DAYS }, (_, d) => ({
          date: `2026-06-0${d + 1}`,
          span: { start: d * DAY, end: (d + 1) * DAY },
          working: [{ start: d * DAY + 8 * 3600, end: d * DAY + 14 * 3600 }],
          startLocation: home,
          endLocation: home,
        })),
      })),
      tasks,
      travel: travelTable({ spots }),
      weights: DEFAULT_WEIGHTS,
    };
    const { plan } = solve(empty, { seed: 1, stop: afterRounds(50) });
    const visits = new Map(plan.visits.map((visit) => [visit.task, visit]));
    const planned = tasks.map((task): Task => {
      const visit = task.id === 't0' ? undefined : visits.get(task.id);
      const own = visit ? { ...task, planned: { resources: [visit.resource], start: visit.start } } : task;
      if (task.id !== 't0') return own;
      return { ...own, priority: important ? 3 : 1, ...(waits && visits.has('t1') ? { after: [{ task: 't1' }] } : {}) };
    });
    // Others that are open play no part.
    return { ...empty, tasks: planned.filter(({ id, planned: at }) => id === 't0' || at) };
  });

test('places are found day by day as they are found in all days at once', () => {
  fc.assert(
    fc.property(aPlan, (problem) => {
      const costs = (places: readonly { readonly cost: number }[]) => places.map(({ cost }) => Math.round(cost * 100));
      const { places, reasons } = insertInto(problem, 't0', 5);
      expect(costs(places)).toEqual(costs(insertions(problem, 't0', 5)));
      expect(reasons.length > 0).toBe(places.length === 0);
    }),
    { numRuns: 60 },
  );
});

test('a place that touches nothing leaves a plan in which the check finds nothing', () => {
  fc.assert(
    fc.property(aPlan, (problem) => {
      for (const { visits, shifted, displaced } of insertInto(problem, 't0', 5).places) {
        if (shifted.length > 0 || displaced.length > 0) continue;
        const others = presentPlan(problem).visits.filter(({ task }) => task !== 't0');
        expect(check(problem, planOf(problem, [...others, ...visits]))).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});
