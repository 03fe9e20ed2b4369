import type { Points } from './points.ts';

/** As many as a ruin ever looks at. More would cost memory that grows with the square of the tasks. */
const MOST = 200;

/** Of each unit the others, the nearest first. The way there and back counts: a place up a one-way street is not near. */
export function neighboursOf(
  points: Points,
  at: Int32Array,
): { readonly near: Int32Array; readonly nearCost: Float32Array; readonly nearCount: number } {
  const units = at.length;
  const nearCount = Math.max(0, Math.min(MOST, units - 1));
  const near = new Int32Array(units * nearCount);
  const nearCost = new Float32Array(units * nearCount);
  const keys = new Float64Array(Math.max(0, units - 1));
  let longest = 0;
  for (const price of points.cost) longest = Math.max(longest, price);
  // A key is the way in steps of a millionth of the longest, and the number of the unit: one sort of plain numbers.
  const scale = longest > 0 ? 1e6 / (2 * longest) : 0;
  for (let unit = 0; unit < units; unit++) {
    const row = (at[unit] as number) * points.count;
    let filled = 0;
    for (let other = 0; other < units; other++) {
      if (other === unit) continue;
      const column = at[other] as number;
      const way = (points.cost[row + column] as number) + (points.costTo[row + column] as number);
      keys[filled++] = Math.round(way * scale) * units + other;
    }
    keys.sort();
    for (let place = 0; place < nearCount; place++) {
      const other = (keys[place] as number) % units;
      const way = row + (at[other] as number);
      near[unit * nearCount + place] = other;
      nearCost[unit * nearCount + place] = Math.min(points.cost[way] as number, points.costTo[way] as number);
    }
  }
  return { near, nearCost, nearCount };
}
