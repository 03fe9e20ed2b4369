import { FAR } from '../layout/far.ts';
import type { State } from './state.ts';

/** How late the visits of a route can start without lateness or overtime that is not there already. */
export function refreshCalm(solution: State, r: number): void {
  const { layout, prev, route, early, calm, calmAlone } = solution;
  const { point, duration, due, points, routes, freeCount, firstEnd, units } = layout;
  const { seconds, count } = points;
  const { of, first: firstOf, size, gapAt, gap, linked } = units;
  const end = firstEnd + r;
  const closes = solution.overtimeSecond === 0 ? FAR : (routes.closes[r] as number);
  calm[end] = calmAlone[end] = Math.max(closes, early[end] as number);
  for (let node = prev[end] as number, after = end; node !== -1; after = node, node = prev[node] as number) {
    const worked = duration[node] as number;
    const behind =
      (calm[after] as number) -
      worked -
      (seconds[(point[node] as number) * count + (point[after] as number)] as number);
    const starts = early[node] as number;
    const own = node < freeCount ? (due[node] as number) - worked : behind;
    let latest = own < behind ? own : behind;
    if (latest < starts) latest = starts;
    calmAlone[node] = latest;
    if (linked[node] === 1) {
      const unit = of[node] as number;
      const first = firstOf[unit] as number;
      for (let member = first; member < first + (size[unit] as number); member++)
        if (member !== node && route[member] !== -1)
          latest = Math.min(
            latest,
            (calmAlone[member] as number) - (gap[(gapAt[node] as number) + member - first] as number),
          );
    }
    calm[node] = latest < starts ? starts : latest;
  }
}
