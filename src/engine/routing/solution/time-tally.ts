import type { State } from './state.ts';

/** Over how many links a delay is followed. It is a guess of what a place costs; what is put there is computed in full. */
const DEPTH = 1;

/** What visits cost beside their ways, where others than those behind them on their routes may have to wait, or the largest lateness has a price. */
export class TimeTally {
  #cost = 0;
  #worst = 0;
  readonly #solution: State;

  constructor(solution: State) {
    this.#solution = solution;
  }

  begin(): void {
    this.#cost = 0;
    this.#worst = this.#solution.worst;
  }

  sum(): number {
    return this.#cost + (this.#worst - this.#solution.worst) * this.#solution.largestSecond;
  }

  /** A visit starts at a moment before a node. */
  add(node: number, r: number, after: number, starts: number): void {
    const solution = this.#solution;
    const { point, duration, due, points } = solution.layout;
    const leaves = starts + (duration[node] as number);
    this.#late(leaves - (due[node] as number), 0);
    const arrival =
      leaves + (points.seconds[(point[node] as number) * points.count + (point[after] as number)] as number);
    if (solution.layout.units.hasLinks && arrival <= (solution.calm[after] as number) && !solution.isEmpty(r)) return;
    this.#push(r, after, arrival, DEPTH, -1);
  }

  #late(overdue: number, was: number): void {
    if (overdue <= 0) return;
    this.#cost += (was > 0 ? overdue - was : overdue) * this.#solution.lateSecond;
    if (overdue > this.#worst) this.#worst = overdue;
  }

  /** Somebody arrives at a visit and those behind it at a moment, and linked visits of other routes wait for him. */
  #push(r: number, first: number, moment: number, depth: number, cameFrom: number): void {
    const solution = this.#solution;
    const { layout, early, tail, next, canBeLate } = solution;
    const { point, duration, due, points, firstEnd, freeCount, units } = layout;
    const { seconds, count } = points;
    const end = firstEnd + r;
    const ends = moment + (tail[first] as number);
    if (solution.isEmpty(r)) this.#cost += solution.overtimeCost(r, ends);
    else if (ends > (early[end] as number))
      this.#cost += solution.overtimeCost(r, ends) - solution.overtimeCost(r, early[end] as number);
    let arrival = moment;
    for (let at = first; canBeLate[at] === 1 && arrival > (early[at] as number); ) {
      const worked = duration[at] as number;
      this.#late(arrival + worked - (due[at] as number), (early[at] as number) + worked - (due[at] as number));
      if (at < freeCount && units.linked[at] === 1 && depth > 0) this.#pushLinked(at, arrival, depth - 1, cameFrom);
      const onward = next[at] as number;
      arrival += worked + (seconds[(point[at] as number) * count + (point[onward] as number)] as number);
      at = onward;
    }
  }

  #pushLinked(node: number, starts: number, depth: number, cameFrom: number): void {
    const { layout, calmAlone, route } = this.#solution;
    const { of, first: firstOf, size, gapAt, gap } = layout.units;
    const unit = of[node] as number;
    const first = firstOf[unit] as number;
    for (let other = first; other < first + (size[unit] as number); other++) {
      if (other === node || other === cameFrom || route[other] === -1) continue;
      const least = starts + (gap[(gapAt[node] as number) + other - first] as number);
      if (least > (calmAlone[other] as number)) this.#push(route[other] as number, other, least, depth, node);
    }
  }
}
