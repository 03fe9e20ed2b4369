import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chanceFrom } from '../../../src/domain/random.ts';
import { listRoutesNear } from '../../../src/engine/routing/search/routes-near.ts';
import { runs } from '../../support/random-cases.ts';

test('the routes of near visits are listed once each, in their order, if they are searched and the task can be there', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      const chance = chanceFrom(seed);
      const [units, count, nearCount] = [chance.whole(1, 60), chance.whole(1, 20), chance.whole(1, 80)];
      const ownRoute = Array.from({ length: count }, () => chance.whole(0, 3) > 0);
      const route = Int32Array.from({ length: units }, () => chance.whole(-1, count - 1));
      // A visit is searched with its route.
      const ownUnit = Uint8Array.from(route, (r) => (r < 0 || ownRoute[r] ? 1 : 0));
      const near = Int32Array.from({ length: nearCount }, () => chance.whole(0, units - 1));
      const isOpen = Uint8Array.from({ length: units * count + 1 }, () => chance.whole(0, 1));
      const task = chance.whole(0, units - 1);
      const [from, till] = [chance.whole(0, nearCount >> 1), nearCount];
      const before = chance.some(
        Array.from({ length: count }, (_, r) => r),
        chance.whole(0, count),
      );
      const mark = chance.whole(1, 5);
      const routeMark = Int32Array.from({ length: count + 1 }, (_, r) => (before.includes(r) ? mark : mark - 1));
      const list = new Int32Array(count + 1);

      const expected = new Set<number>();
      for (const unit of near.subarray(from, till)) {
        const r = route[unit]!;
        if (r >= 0 && !before.includes(r) && isOpen[task * count + r] === 1 && ownUnit[unit] === 1) expected.add(r);
      }
      const solution = { route, ownUnit, layout: { near, routes: { count }, windows: { isOpen } } };
      const listed = listRoutesNear(solution, task, from, till, list, 0, routeMark, mark);
      expect([...list.subarray(0, listed)]).toEqual([...expected]);
    }),
    { numRuns: runs(500, 5000) },
  );
});
