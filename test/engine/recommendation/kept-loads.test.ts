import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/engine/availability/stretches.ts';
import { keptLoads, type ScarceLoad } from '../../../src/engine/recommendation/kept-loads.ts';
import { runs } from '../../support/random-cases.ts';
import { ask, laidOut, situations } from './random-plans.ts';

const DAY = 1440;
const aLoad = (resourceId: number, days: readonly number[], more: Partial<ScarceLoad> = {}): ScarceLoad => ({
  resourceId,
  name: 'crates',
  asked: 2,
  capacity: 5,
  fullDays: days.map((day) => ({ start: day * DAY * MINUTE_MS, end: (day + 1) * DAY * MINUTE_MS })),
  ...more,
});

describe('slots of a task with loads', () => {
  test('are those without loads that start on days with enough left', () => {
    const closedDays = fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 12 });
    fc.assert(
      fc.property(situations, closedDays, fc.nat(4), (situation, days, weak) => {
        const { plans, question } = laidOut(situation);
        const first = Math.floor(question.from / DAY);
        const ids = plans.map(({ candidate }) => candidate.id);
        const closed = days.flatMap(([who, day]) => {
          const id = ids[who];
          return id === undefined ? [] : [{ id, day: first + day }];
        });
        const loads = keptLoads([
          ...closed.map(({ id, day }) => aLoad(id, [day])),
          ...ids.slice(weak, weak + 1).map((id) => aLoad(id, [], { capacity: 1 })),
        ]);
        const may = ({ candidate, start }: { candidate: { id: number }; start: number }): boolean =>
          candidate.id !== ids[weak] &&
          !closed.some(({ id, day }) => id === candidate.id && Math.floor(start / DAY) === day);
        const free = ask(plans, question);
        const limited = ask(plans, { ...question, loads });
        const named = (slots: typeof free.slots): string[] =>
          slots.map(({ candidate, start }) => `${candidate.no}@${start}`).sort();
        expect(named(limited.slots)).toEqual(named(free.slots.filter(may)));
        expect(limited.total).toBe(limited.slots.length);
        // Who has slots only without the loads is rejected because of them.
        const without = new Set(ids.filter((_, rank) => limited.reasons[rank]?.rule === 'load'));
        for (const id of new Set(free.slots.map(({ candidate }) => candidate.id)))
          expect(without.has(id)).toBe(!limited.slots.some(({ candidate }) => candidate.id === id));
      }),
      { numRuns: runs(200, 5000) },
    );
  });

  test('are the best of those that are left, also where few are wanted', () => {
    fc.assert(
      fc.property(situations, fc.nat(3), fc.integer({ min: 1, max: 5 }), (situation, day, limit) => {
        const { plans, question } = laidOut(situation);
        const loads = keptLoads(
          plans.map(({ candidate }) => aLoad(candidate.id, [Math.floor(question.from / DAY) + day])),
        );
        const all = ask(plans, { ...question, loads }).slots;
        const few = ask(plans, { ...question, loads }, limit).slots;
        expect(few.map(({ order }) => order)).toEqual(all.slice(0, limit).map(({ order }) => order));
      }),
      { numRuns: runs(100, 2000) },
    );
  });

  test('name what cannot be carried', () => {
    const loads = keptLoads([aLoad(1, [], { asked: 8 }), aLoad(2, [3]), aLoad(2, [1, 3], { name: 'gas' })]);
    expect(loads?.tooMuch.get(1)).toEqual({
      rule: 'load',
      detail: 'The resource can carry 5 of crates, and the task needs 8.',
      value: 'crates',
    });
    expect(loads?.closed.get(2)).toEqual([
      { from: DAY, till: 2 * DAY },
      { from: 3 * DAY, till: 4 * DAY },
    ]);
    expect(loads?.reason.value).toBe('crates, gas');
    expect(keptLoads([])).toBeUndefined();
  });
});
