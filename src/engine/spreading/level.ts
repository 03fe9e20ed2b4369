import type { Diary } from './diary.ts';
import type { Budget } from './model.ts';

/**
 * Pours minutes over days like water: the days that are least taken get it first, until all are equally full. Answers what does not fit. Where two
 * days are equal, the earlier one is filled.
 */
export function pour(diary: Diary, budget: Budget, days: readonly number[], share: number, minutes: number): number {
  const fullness = (day: number): number => (diary.taken[day] ?? 0) / Math.max(1, diary.minutes(day));
  let left = minutes;
  while (left > 0) {
    const open = days
      .filter((day) => diary.room(budget, day, share) > 0)
      .sort((a, b) => fullness(a) - fullness(b) || a - b);
    const [lowest] = open;
    if (lowest === undefined) return left;
    // Up to the next fuller day, so that both are then equal; at least a minute, so that it ends.
    const next = open.find((day) => fullness(day) > fullness(lowest) + 1e-9);
    const level = next === undefined ? 1 : fullness(next);
    const alike = open.filter((day) => fullness(day) <= fullness(lowest) + 1e-9);
    const lift = Math.max(1, Math.floor((level - fullness(lowest)) * diary.minutes(lowest)));
    const fair = Math.max(1, Math.floor(left / alike.length));
    const minutesNow = Math.min(left, lift, fair, diary.room(budget, lowest, share));
    diary.add(budget, lowest, minutesNow);
    left -= minutesNow;
  }
  return 0;
}
