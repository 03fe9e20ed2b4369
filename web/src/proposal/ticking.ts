import type { Move, Proposal } from './run.ts';

type Dependent = Pick<Move, 'no' | 'needs'>;

/** The moves that have to be ticked together with some: all that they need, and what those need. */
export function withNeeded(moves: readonly Dependent[], some: readonly number[]): ReadonlySet<number> {
  const needs = new Map(moves.map(({ no, needs }) => [no, needs]));
  return reached(some, (no) => needs.get(no) ?? []);
}

/** The moves that cannot stay ticked without some: all that need one of them. */
export function withDependents(moves: readonly Dependent[], some: readonly number[]): ReadonlySet<number> {
  const dependents = new Map<number, number[]>();
  for (const { no, needs } of moves)
    for (const needed of needs) dependents.set(needed, [...(dependents.get(needed) ?? []), no]);
  return reached(some, (no) => dependents.get(no) ?? []);
}

function reached(from: readonly number[], next: (no: number) => readonly number[]): ReadonlySet<number> {
  const found = new Set(from);
  for (const no of found) for (const each of next(no)) found.add(each);
  return found;
}

interface Saved {
  readonly km: number;
  readonly minutes: number;
}

/**
 * Travel that some moves of a proposal save. All of them save what the figures before and after say. A part of them is estimated by what
 * each saves as if the others were applied; for moves that depend on each other this can be less than what they save together.
 */
export function savedBy(
  some: readonly Pick<Move, 'savedKm' | 'savedMinutes'>[],
  { moves, before, after }: Pick<Proposal, 'moves' | 'before' | 'after'>,
): Saved {
  if (some.length === moves.length)
    return { km: before.km - after.km, minutes: (before.travelHours - after.travelHours) * 60 };
  return {
    km: some.reduce((sum, { savedKm }) => sum + savedKm, 0),
    minutes: some.reduce((sum, { savedMinutes }) => sum + savedMinutes, 0),
  };
}
