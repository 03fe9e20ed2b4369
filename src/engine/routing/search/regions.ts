import type { Chance } from '../../../domain/random.ts';
import type { Solution } from '../solution/solution.ts';
import { areKnowable } from './known-places.ts';

/**
 * Whether parts of a solution can be searched apart from each other: nothing on one route depends on another one, and no limit or price counts
 * over several routes.
 */
export function isDivisible(solution: Solution): boolean {
  const { units, problem } = solution.layout;
  return (
    areKnowable(solution) &&
    solution.balanceWeight === 0 &&
    problem.maxChanges === undefined &&
    units.leaders.every(({ length }) => length === 0)
  );
}

/** A route with the visits on it, or a unit that is not in the solution. */
interface Piece {
  readonly route: number;
  readonly unit: number;
  readonly points: readonly number[];
  readonly weight: number;
  key: number;
}

/**
 * Divides routes, and units that are not in the solution, into so many regions of about as many visits each. What is near each other is in one
 * region, as far as chance lets it: it draws the borders. Restricts the solution to one of them. The same solution and chance give the same regions.
 */
export function restrictTo(solution: Solution, own: number, count: number, chance: Chance): void {
  const { layout, ownRoute, ownUnit, route } = solution;
  const { units } = layout;
  solution.isDivided = true;
  ownRoute.fill(0);
  ownUnit.fill(0);
  divide(piecesOf(solution), 0, count);
  for (let unit = 0; unit < units.count; unit++) {
    const r = route[units.first[unit] as number] as number;
    if (r >= 0) ownUnit[unit] = ownRoute[r] as number;
  }

  /** By which of two places each is nearer to, and by how much. */
  function divide(pieces: Piece[], first: number, regions: number): void {
    if (regions === 1) {
      if (first !== own) return;
      for (const { route: r, unit } of pieces)
        if (r >= 0) ownRoute[r] = 1;
        else ownUnit[unit] = 1;
      return;
    }
    const before = Math.floor(regions / 2);
    const all = pieces.reduce((sum, { weight }) => sum + weight, 0);
    sortBetween(solution, pieces, chance);
    let [cut, sum] = [0, 0];
    while (cut < pieces.length && sum < (all * before) / regions) sum += pieces[cut++]?.weight ?? 0;
    // Both halves draw their borders, whether one asks for them or not: chance goes on alike for all.
    divide(pieces.slice(0, cut), first, before);
    divide(pieces.slice(cut), first + before, regions - before);
  }
}

function sortBetween({ layout }: Solution, pieces: Piece[], chance: Chance): void {
  const { cost, count } = layout.points;
  const visited = pieces.filter(({ weight }) => weight > 0);
  if (visited.length === 0) return;
  const somewhere = (): number => (chance.pick(visited).points[0] ?? 0) * count;
  const [one, other] = [somewhere(), somewhere()];
  for (const piece of pieces) {
    piece.key = 0;
    for (const point of piece.points) piece.key += (cost[one + point] as number) - (cost[other + point] as number);
    piece.key /= Math.max(1, piece.points.length);
  }
  pieces.sort((a, b) => a.key - b.key || a.route - b.route || a.unit - b.unit);
}

function piecesOf({ layout, next, size, absentAt }: Solution): Piece[] {
  const { routes, units, points, point, firstStart, firstEnd, freeCount } = layout;
  const pieces: Piece[] = [];
  for (let r = 0; r < routes.count; r++) {
    const own: number[] = [];
    for (let node = next[firstStart + r] as number; node !== firstEnd + r; node = next[node] as number)
      if (node < freeCount) own.push(point[node] as number);
    if (own.length === 0) own.push(points.start[r] as number);
    pieces.push({ route: r, unit: -1, points: own, weight: size[r] as number, key: 0 });
  }
  for (let unit = 0; unit < units.count; unit++)
    if ((absentAt[unit] as number) >= 0)
      pieces.push({ route: -1, unit, points: [point[units.first[unit] as number] as number], weight: 1, key: 0 });
  return pieces;
}
