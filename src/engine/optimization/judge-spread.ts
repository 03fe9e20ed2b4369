import type { Interval } from '../../domain/time/interval.ts';
import type { ResourceClock } from '../../domain/time/planned-time.ts';
import type { TaskToOptimize } from '../routing/work.ts';
import type { Judged, Refused } from './judge-moves.ts';
import type { Move } from './proposal.ts';

/** The plan around pieces of spread budgets as it is now. */
export interface SpreadFacts {
  readonly tasks: ReadonlyMap<number, TaskToOptimize>;
  /** Appointments that the tasks have got by this run. */
  readonly own: ReadonlySet<number>;
  readonly clocks: ReadonlyMap<number, ResourceClock>;
  /** What takes the time of each resource. */
  readonly taken: ReadonlyMap<number, readonly Interval[]>;
  readonly now: number;
}

/** Which pieces of spread budgets can be booked now: those whose records are as they were, and whose time is free and worked. */
export function judgeSpread(facts: SpreadFacts, moves: readonly Move[]): Judged {
  const taken = new Map([...facts.taken].map(([id, own]) => [id, [...own]]));
  const accepted: Move[] = [];
  const refused: Refused[] = [];
  for (const move of moves) {
    const reason = objection(move, { ...facts, taken });
    if (reason !== undefined) refused.push({ move, reason });
    else {
      accepted.push(move);
      for (const { id } of move.to?.resources ?? []) taken.get(id)?.push(move.to as Interval);
    }
  }
  return { accepted, refused };
}

function objection(move: Move, { tasks, own, clocks, taken, now }: SpreadFacts): string | undefined {
  const { to } = move;
  const task = tasks.get(move.task.id);
  if (!task) return 'The task was deleted.';
  if (task.version !== move.task.version) return 'The task has changed.';
  const known = new Set(move.known);
  if (task.appointments.some((id) => !known.has(id) && !own.has(id))) return 'The task has another appointment now.';
  if (!to || to.start < now) return 'Its start time has already passed.';
  for (const { id } of to.resources) {
    const clock = clocks.get(id);
    if (!clock) return 'A resource was deleted, or is no longer shown to planners.';
    const working = clock.workingIn(to);
    if (working[0]?.start !== to.start || working.at(-1)?.end !== to.end)
      return 'The resource no longer works at that time.';
    if (taken.get(id)?.some(({ start, end }) => start < to.end && end > to.start))
      return 'The time has been taken in the meantime.';
  }
  return undefined;
}
