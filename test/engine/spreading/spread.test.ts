import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chanceFrom } from '../../../src/domain/random.ts';
import { checkSpread } from '../../../src/engine/spreading/check.ts';
import type { Budget, Person, SpreadProblem } from '../../../src/engine/spreading/model.ts';
import { spread } from '../../../src/engine/spreading/spread.ts';

const date = (day: number): string => `2026-07-${String(day).padStart(2, '0')}`;
const aPerson = (id = 'anna', more: Partial<Person> = {}): Person => ({
  id,
  days: [1, 2, 3, 4, 5].map((day) => ({ date: date(day), minutes: 480 })),
  ...more,
});
const aBudget = (task: string, minutes: number, more: Partial<Budget> = {}): Budget => ({ task, minutes, ...more });

/** Minutes on each of the five days. */
const byDay = (problem: SpreadProblem, task: string): number[] => {
  const done = spread(problem);
  expect(checkSpread(problem, done)).toEqual([]);
  const minutes = (day: number) =>
    done.shares.find((share) => share.task === task && share.date === date(day))?.minutes ?? 0;
  return [1, 2, 3, 4, 5].map(minutes);
};

function anyProblem(seed: number, people: number): SpreadProblem {
  const chance = chanceFrom(seed);
  const often = (share: number): boolean => chance.next() < share;
  const day = (): string => date(chance.whole(1, 6));
  return {
    people: Array.from({ length: people }, (_, no) => ({
      id: `p${no}`,
      days: [1, 2, 3, 4, 5, 6].map((at) => ({ date: date(at), minutes: chance.pick([0, 60, 240, 480]) })),
      ...(often(0.5) ? { target: 0.8 } : {}),
      skills: chance.some(['law', 'tax'], chance.whole(0, 2)),
    })),
    budgets: Array.from({ length: chance.whole(1, 6) }, (_, no) => ({
      task: `t${no}`,
      minutes: chance.whole(1, 900),
      priority: chance.whole(1, 2),
      ...(often(0.4) ? { earliest: day() } : {}),
      ...(often(0.5) ? { due: day() } : {}),
      ...(often(0.4) ? { latest: day() } : {}),
      ...(often(0.3) ? { maxPerDay: chance.whole(30, 300) } : {}),
      ...(often(0.3) && people > 1 ? { requirements: [{ text: 'tax', anyOf: ['tax'] }] } : {}),
      ...(often(0.2) && people > 1 ? { excluded: ['p0'] } : {}),
    })),
  };
}

/** The most minutes that fit, by another way: minute after minute along any free path, without regard to what is nice. */
function mostMinutes({ people, budgets }: SpreadProblem): number {
  const days = people[0]!.days;
  const flow = budgets.map(() => days.map(() => 0));
  const left = budgets.map(({ minutes }) => minutes);
  const free = days.map(({ minutes }) => minutes);
  const open = (task: number, day: number): number => {
    const { earliest = '', latest = '9999', maxPerDay = 1e9 } = budgets[task]!;
    const { date: when } = days[day]!;
    return when < earliest || when > latest ? 0 : maxPerDay - flow[task]![day]!;
  };
  const push = (task: number, seen: Set<number>, most: number): number => {
    for (const day of days.keys()) {
      const width = Math.min(most, open(task, day));
      if (seen.has(day) || width <= 0) continue;
      seen.add(day);
      let moved = Math.min(width, free[day]!);
      if (moved > 0) free[day]! -= moved;
      for (let other = 0; moved === 0 && other < budgets.length; other++)
        if (other !== task && flow[other]![day]! > 0) {
          moved = push(other, seen, Math.min(width, flow[other]![day]!));
          flow[other]![day]! -= moved;
        }
      if (moved > 0) {
        flow[task]![day]! += moved;
        return moved;
      }
    }
    return 0;
  };
  for (const task of budgets.keys())
    for (let moved = 1; left[task]! > 0 && moved > 0; ) {
      moved = push(task, new Set(), left[task]!);
      left[task]! -= moved;
    }
  return budgets.reduce((sum, { minutes }) => sum + minutes, 0) - left.reduce((sum, minutes) => sum + minutes, 0);
}

describe('a budget', () => {
  test('is spread evenly over the days until it is due', () => {
    const problem = { people: [aPerson()], budgets: [aBudget('a', 1200, { due: date(4) })] };
    expect(byDay(problem, 'a')).toEqual([300, 300, 300, 300, 0]);
  });

  test('fills first the days that are less taken', () => {
    const budgets = [aBudget('early', 300, { due: date(1), priority: 2 }), aBudget('a', 900)];
    expect(byDay({ people: [aPerson()], budgets }, 'a')).toEqual([0, 225, 225, 225, 225]);
  });

  test('stays below the target as long as it is not late for that', () => {
    const people = [aPerson('anna', { target: 0.5 })];
    expect(byDay({ people, budgets: [aBudget('a', 480, { due: date(2) })] }, 'a')).toEqual([240, 240, 0, 0, 0]);
    expect(byDay({ people, budgets: [aBudget('a', 600, { due: date(2) })] }, 'a')).toEqual([300, 300, 0, 0, 0]);
  });

  test('goes on after its due date where there is no other way, but never after its last day', () => {
    const late = (latest: number) => ({
      people: [aPerson()],
      budgets: [aBudget('a', 1500, { due: date(2), latest: date(latest) })],
    });
    expect(byDay(late(4), 'a').slice(0, 2)).toEqual([480, 480]);
    expect(spread(late(4)).missing).toEqual([]);
    expect(spread(late(3)).missing).toEqual([{ task: 'a', minutes: 60 }]);
  });

  test('has its time before one that matters less', () => {
    const budgets = [aBudget('low', 400, { latest: date(1) }), aBudget('high', 400, { latest: date(1), priority: 2 })];
    expect(spread({ people: [aPerson()], budgets }).missing).toEqual([{ task: 'low', minutes: 320 }]);
  });

  test('goes to one person who may do it: preferred, else the least busy', () => {
    const people = [aPerson('anna', { skills: ['tax'] }), aPerson('ben', { skills: ['tax'] }), aPerson('carl')];
    const requirements = [{ text: 'tax', anyOf: ['tax'] }];
    const budgets = [
      aBudget('a', 480, { requirements, preferred: ['ben'], priority: 2 }),
      aBudget('b', 480, { requirements }),
      aBudget('c', 480, { excluded: ['anna', 'ben'] }),
      aBudget('d', 480, { requirements: [{ text: 'law', anyOf: ['law'] }] }),
    ];
    const problem = { people, budgets };
    const done = spread(problem);
    expect(checkSpread(problem, done)).toEqual([]);
    expect(new Set(done.shares.map(({ task, person }) => `${task} ${person}`))).toEqual(
      new Set(['a ben', 'b anna', 'c carl']),
    );
    expect(done.missing).toEqual([{ task: 'd', minutes: 480 }]);
  });
});

describe('any spread', () => {
  const aSeed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

  test('keeps to the rules, and is the same each time', () => {
    fc.assert(
      fc.property(aSeed, fc.integer({ min: 1, max: 3 }), (seed, people) => {
        const problem = anyProblem(seed, people);
        const done = spread(problem);
        expect(checkSpread(problem, done)).toEqual([]);
        expect(spread(problem)).toEqual(done);
      }),
      { numRuns: 500 },
    );
  });

  test('of one person misses nothing that could have been fitted in', () => {
    fc.assert(
      fc.property(aSeed, (seed) => {
        const any = anyProblem(seed, 1);
        const problem = { ...any, budgets: any.budgets.map(({ due: _, ...budget }) => budget) };
        const given = spread(problem).shares.reduce((sum, { minutes }) => sum + minutes, 0);
        expect(given).toBe(mostMinutes(problem));
      }),
      { numRuns: 500 },
    );
  });
});

test('the check catches every kind of broken spread', () => {
  const problem = {
    people: [aPerson('anna'), aPerson('ben')],
    budgets: [
      aBudget('a', 100, {
        earliest: date(2),
        latest: date(3),
        maxPerDay: 60,
        excluded: ['ben'],
        requirements: [{ text: 'tax', anyOf: ['tax'] }],
      }),
    ],
  };
  const share = { task: 'a', person: 'anna', date: date(2), minutes: 50 };
  const told = (shares: readonly (typeof share)[], missing: { task: string; minutes: number }[] = []) =>
    checkSpread(problem, { shares, missing }).join(' ');
  expect(told([], [])).toContain('100 minutes, but 0 are assigned');
  expect(told([{ ...share, minutes: 500 }])).toContain('480 minutes on 2026-07-02, but 500');
  expect(told([{ ...share, minutes: 70 }])).toContain('too much of 2026-07-02');
  expect(told([{ ...share, date: date(1) }])).toContain('starts before');
  expect(told([{ ...share, date: date(4) }])).toContain('ends after');
  expect(told([{ ...share, date: date(9) }])).toContain('has no day');
  expect(told([{ ...share, person: 'ben' }])).toContain('excluded');
  expect(told([share, { ...share, person: 'ben' }])).toContain('several resources');
  expect(told([share])).toContain('does not have tax');
  expect(told([{ ...share, minutes: 0.5 }])).toContain('has 0.5 minutes');
  expect(told([], [{ task: 'ghost', minutes: 1 }])).toContain('no budget ghost');
});
