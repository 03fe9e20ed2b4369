import type { Move, Standing } from './proposal.ts';

const meet = (one: Standing, other: Standing): boolean =>
  one.start < other.end &&
  other.start < one.end &&
  one.resources.some(({ id }) => other.resources.some((each) => each.id === id));

/**
 * Of each move the others that it needs: their tasks stand now where this one goes to, or are linked with its task. Applied without them it would
 * overlap them, or leave a link in part. Two that swap need each other.
 */
export function neededBy(moves: readonly Move[]): ReadonlyMap<number, readonly number[]> {
  const leaving = new Map<number, Move[]>();
  for (const move of moves)
    for (const { id } of move.from?.resources ?? []) leaving.set(id, [...(leaving.get(id) ?? []), move]);
  const linked = new Map<string, Move[]>();
  for (const move of moves)
    if (move.link !== undefined) linked.set(move.link, [...(linked.get(move.link) ?? []), move]);
  return new Map(
    moves.map(({ no, to, link }) => {
      const there = to?.resources.flatMap(({ id }) => leaving.get(id) ?? []) ?? [];
      const inTheWay = there.filter((other) => to && other.from && meet(to, other.from));
      const needed = new Set([...inTheWay, ...(linked.get(link ?? '') ?? [])].map((other) => other.no));
      needed.delete(no);
      return [no, [...needed].sort((a, b) => a - b)];
    }),
  );
}
