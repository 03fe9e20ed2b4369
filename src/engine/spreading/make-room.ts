import type { Diary } from './diary.ts';
import type { Budget } from './model.ts';

/**
 * Finds time for a budget by moving others: a day that is full may hold work that could as well be done on another day, which may hold work that
 * could move in turn. The shortest chain of such moves is looked for, and done; then the next, until there is none. That is how a largest flow is
 * found, so nothing is missing that could have been fitted in. Answers the minutes for which there is no time.
 */
export function makeRoom(diary: Diary, budget: Budget, until: string | undefined, minutes: number): number {
  let left = minutes;
  while (left > 0) {
    const chain = shortestChain(diary, budget, until);
    if (chain === undefined) return left;
    let moved = Math.min(left, diary.room(noLimit, chain.at(-1)?.day ?? -1, 1));
    for (const [at, { budget: each, day }] of chain.entries()) {
      moved = Math.min(moved, ownRoom(diary, each, day));
      // Each link takes the place of the one after it, which leaves this day.
      const next = chain[at + 1];
      if (next) moved = Math.min(moved, diary.shares.get(next.budget)?.[day] ?? 0);
    }
    for (const [at, { budget: each, day }] of chain.entries()) {
      diary.add(each, day, moved);
      const before = chain[at - 1];
      if (before) diary.add(each, before.day, -moved);
    }
    left -= moved;
  }
  return 0;
}

interface Link {
  readonly budget: Budget;
  readonly day: number;
}

const noLimit: Budget = { task: '', minutes: 0 };
const ownRoom = (diary: Diary, budget: Budget, day: number): number =>
  (budget.maxPerDay ?? Number.POSITIVE_INFINITY) - (diary.shares.get(budget)?.[day] ?? 0);

/** Budgets and the days they go to: the first to a day that the second leaves, and so on, the last to a day with time. */
function shortestChain(diary: Diary, budget: Budget, until: string | undefined): readonly Link[] | undefined {
  const chains: Link[][] = [];
  const seen = new Set<number>();
  const extend = (chain: readonly Link[], next: Budget, days: readonly number[]): void => {
    for (const day of days) {
      if (seen.has(day) || diary.minutes(day) === 0 || ownRoom(diary, next, day) <= 0) continue;
      seen.add(day);
      chains.push([...chain, { budget: next, day }]);
    }
  };
  extend([], budget, diary.daysFor(budget, until));
  for (let at = 0; at < chains.length; at++) {
    const chain = chains[at] ?? [];
    const last = chain.at(-1)?.day ?? -1;
    if (diary.room(noLimit, last, 1) > 0) return chain;
    // Nothing becomes late, or later, for others.
    for (const [other, shares] of diary.shares)
      if (other !== budget && (shares[last] ?? 0) > 0) extend(chain, other, diary.daysFor(other, other.due));
  }
  return undefined;
}
