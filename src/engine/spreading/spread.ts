import { Diary } from './diary.ts';
import { pour } from './level.ts';
import { makeRoom } from './make-room.ts';
import type { Budget, Person, Spread, SpreadProblem } from './model.ts';

/**
 * Spreads budgets over people and days. The important first, then what is due first: each goes to the person who has most time for it, and is
 * poured over the days until its due date; beyond the target of that person, by moving others, or after the due date only where there is no
 * other way. There is no chance in it: the same problem has one answer.
 */
export function spread({ people, budgets }: SpreadProblem): Spread {
  const diaries = people.map((person) => new Diary(person));
  const owners = new Map<Budget, Diary>();
  const missing = new Map<Budget, number>();
  for (const budget of inTurn(budgets)) {
    const diary = ownerFor(diaries, budget);
    missing.set(budget, diary ? fitIn(diary, budget) : budget.minutes);
    if (diary) owners.set(budget, diary);
  }
  return {
    shares: budgets.flatMap((budget) => {
      const diary = owners.get(budget);
      return (diary?.shares.get(budget) ?? []).flatMap((minutes, day) => {
        const date = diary?.person.days[day]?.date ?? '';
        return minutes > 0 && diary ? [{ task: budget.task, person: diary.person.id, date, minutes }] : [];
      });
    }),
    missing: budgets.flatMap((budget) => {
      const minutes = missing.get(budget) ?? 0;
      return minutes > 0 ? [{ task: budget.task, minutes }] : [];
    }),
  };
}

const inTurn = (budgets: readonly Budget[]): readonly Budget[] =>
  [...budgets].sort(
    (a, b) =>
      (b.priority ?? 1) - (a.priority ?? 1) ||
      compare(a.due ?? a.latest ?? '9999', b.due ?? b.latest ?? '9999') ||
      compare(a.task, b.task),
  );
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const mayDo = ({ id, skills }: Person, { requirements, excluded }: Budget): boolean =>
  !excluded?.includes(id) &&
  (requirements ?? []).every(({ anyOf }) => anyOf.some((skill) => skills?.includes(skill) ?? false));

/** Who can do most of it in time; among those, somebody who is preferred; among those, who is least busy. */
function ownerFor(diaries: readonly Diary[], budget: Budget): Diary | undefined {
  const able = diaries
    .filter(({ person }) => mayDo(person, budget))
    .map((diary) => ({
      diary,
      covers: [budget.due, budget.latest].map((until) => Math.min(budget.minutes, roomIn(diary, budget, until))),
      isPreferred: budget.preferred?.includes(diary.person.id) ? 1 : 0,
      busy:
        diary.taken.reduce((sum, minutes) => sum + minutes, 0) /
        Math.max(1, roomIn(diary, { task: '', minutes: 0 }, undefined)),
    }));
  able.sort(
    (a, b) =>
      (b.covers[0] ?? 0) - (a.covers[0] ?? 0) ||
      (b.covers[1] ?? 0) - (a.covers[1] ?? 0) ||
      b.isPreferred - a.isPreferred ||
      a.busy - b.busy,
  );
  return able[0]?.diary;
}

const roomIn = (diary: Diary, budget: Budget, until: string | undefined): number =>
  diary.daysFor(budget, until).reduce((sum, day) => sum + diary.room(budget, day, 1), 0);

/** Answers the minutes for which there is no time. */
function fitIn(diary: Diary, budget: Budget): number {
  const target = diary.person.target ?? 1;
  let left = budget.minutes;
  for (const until of budget.due === undefined ? [undefined] : [budget.due, undefined]) {
    for (const share of [target, 1]) left = pour(diary, budget, diary.daysFor(budget, until), share, left);
    left = makeRoom(diary, budget, until, left);
  }
  return left;
}
