import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Chance, chanceFrom } from '../../../src/domain/random.ts';
import { compile } from '../../../src/engine/routing/layout/compile.ts';
import type { Problem } from '../../../src/engine/routing/model.ts';
import { Orders } from '../../../src/engine/routing/search/order.ts';
import { RoomShare } from '../../../src/engine/routing/search/room-share.ts';
import { runs } from '../../support/random-cases.ts';
import { aDay, aProblem, aResource, aTask, HOUR, road, span } from './builders.ts';

const aSeed = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const DAYS = [0, 1, 2];

/** Tasks along a road, on any of three days; every third one has to start in a single hour of the first day. */
function alongARoad(tasks: number, resources: number): Problem {
  return aProblem({
    resources: Array.from({ length: resources }, (_, no) =>
      aResource(`resource ${no}`, { days: DAYS.map((day) => aDay(day)) }),
    ),
    tasks: Array.from({ length: tasks }, (_, no) =>
      aTask(`task ${no}`, {
        place: no % 40,
        duration: HOUR / 2,
        ...(no % 3 === 0 ? { windows: [span(9, 10)] } : {}),
      }),
    ),
    travel: road(...Array.from({ length: 40 }, (_, no) => no)),
  });
}

describe('the order in which tasks of a large plan are put back', () => {
  const layout = compile(alongARoad(600, 10));
  const aList = fc.uniqueArray(fc.integer({ min: 0, max: 599 }), { maxLength: 100 });

  test('has every task once', () => {
    fc.assert(
      fc.property(aSeed, aList, (seed, list) => {
        const sorted = [...list];
        const orders = new Orders(layout, chanceFrom(seed));
        for (let round = 0; round < 5; round++) orders.sort(sorted);
        expect(sorted.toSorted((a, b) => a - b)).toEqual(list.toSorted((a, b) => a - b));
      }),
      { numRuns: runs(100, 1000) },
    );
  });

  test('has those with the least room first more often than not, and tasks that are alike in any order', () => {
    const orders = new Orders(layout, chanceFrom(1));
    // Only rounds by room improve the plan: nearly all rounds are such rounds soon.
    let [narrowFirst, lowFirst] = [0, 0];
    for (let round = 0; round < 4000; round++) {
      const list = [1, 3, 4];
      orders.sort(list);
      if (list.indexOf(3) < list.indexOf(1)) narrowFirst++;
      if (list.indexOf(1) < list.indexOf(4)) lowFirst++;
      orders.note(list[0] === 3 && round % 2 === 0);
    }
    expect(narrowFirst / 4000).toBeGreaterThan(0.6);
    expect(lowFirst / 4000).toBeGreaterThan(0.3);
    expect(lowFirst / 4000).toBeLessThan(0.7);
  });
});

describe('the share of rounds by room', () => {
  function shareAfter(rounds: number, chance: Chance, others: number, room: number): number {
    const share = new RoomShare();
    for (let round = 0; round < rounds; round++)
      share.note(chance.next() < (share.pick(chance.next()) ? room : others));
    return share.share;
  }

  test('follows how often they improve the plan, and neither way is ever given up', () => {
    fc.assert(
      fc.property(aSeed, (seed) => {
        const chance = chanceFrom(seed);
        const [often, seldom] = [shareAfter(20_000, chance, 0.1, 0.2), shareAfter(20_000, chance, 0.2, 0.1)];
        expect(often).toBeGreaterThan(0.75);
        expect(often).toBeLessThanOrEqual(0.95);
        expect(seldom).toBeLessThan(0.25);
        expect(seldom).toBeGreaterThanOrEqual(0.05);
      }),
      { numRuns: runs(20, 200) },
    );
  });

  test('stays within its limits where no round improves the plan, or every round does', () => {
    for (const each of [0, 1]) {
      const share = shareAfter(50_000, chanceFrom(3), each, each);
      expect(share).toBeGreaterThanOrEqual(0.05);
      expect(share).toBeLessThanOrEqual(0.95);
    }
  });
});
