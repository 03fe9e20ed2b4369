import type { Move, Standing } from './proposal.ts';

const meet = (one: Standing, other: Standing): boolean =>
  one.start < other.end &&
  other.start < one.end &&
  one.resources.some(({ id }) => other.resources.some((each) => each.id === id));

/**
 * Of each move the others that it needs: their tasks stand now where this one goes to. Applied without them it would overlap them. Two that swap
 * need each other.
 */
export function neededBy(moves: readonly Move[]): ReadonlyMap<number, readonly number[]> {
  const leaving = new Map<number, Move[]>();
  for (const move of moves)
    for (const { id } of move.from?.resources ?? []) leaving.set(id, [...(leaving.get(id) ?? []), move]);
  return new Map(
    moves.map(({ no, to }) => {
      const there = new Set(to?.resources.flatMap(({ id }) => leaving.get(id) ?? []) ?? []);
      const needed = [...there].filter((other) => other.no !== no && to && other.from && meet(to, other.from));
      return [no, needed.map((other) => other.no).sort((a, b) => a - b)];
    }),
  );
}
