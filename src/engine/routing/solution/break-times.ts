import type { Breaks } from '../layout/breaks.ts';
import { FAR } from '../layout/far.ts';
import type { State } from './state.ts';

/**
 * Breaks that float in a window. They are taken in order, each between two visits: on the way, which may be interrupted, or while waiting. Before
 * the first departure and after the last return one is free.
 *
 * `early`, `leave` and `late` of a route are those without breaks: bounds that hold in any case. Beside them each node has, for each number of breaks
 * that are over when it starts, the earliest moment at which one leaves it, and the latest at which it can start: so whether a visit fits with all
 * breaks takes a few comparisons, and is exact. The starts of the plan (`begins`) are those with which the route ends first.
 */

/** When one arrives who leaves at a moment and has the breaks `first` to `last - 1` on the way, or FAR. */
export function arrive(breaks: Breaks, first: number, last: number, leaves: number, travel: number): number {
  let [free, arrival] = [leaves, leaves + travel];
  for (let no = first; no < last; no++) {
    if (free > (breaks.till[no] as number)) return FAR;
    const [from, takes] = [breaks.from[no] as number, breaks.duration[no] as number];
    free = (free > from ? free : from) + takes;
    arrival = (arrival > from ? arrival : from) + takes;
  }
  return arrival;
}

/** The other way round: when one has to leave at the latest to arrive by a moment, or -FAR. */
export function leaveBy(breaks: Breaks, first: number, last: number, arrivesBy: number, travel: number): number {
  let [free, arrival] = [FAR, arrivesBy];
  for (let no = last - 1; no >= first; no--) {
    const takes = breaks.duration[no] as number;
    const over = (breaks.from[no] as number) + takes;
    if (over > arrival || over > free) return -FAR;
    arrival -= takes;
    free = Math.min(breaks.till[no] as number, free - takes);
  }
  return Math.min(free, arrival - travel);
}

/** Computes the starts of a route, with its breaks if it has any. False where they do not all fit. */
export function refreshStarts(solution: State, r: number): boolean {
  const { layout, next, early, begins, breaksBefore } = solution;
  if (layout.breaks.count[r] === 0) {
    const end = layout.firstEnd + r;
    for (let node = layout.firstStart + r; ; node = next[node] as number) {
      begins[node] = early[node] as number;
      breaksBefore[node] = 0;
      if (node === end) return true;
    }
  }
  forward(solution, r);
  backward(solution, r);
  return chooseStarts(solution, r);
}

function forward(solution: State, r: number): void {
  const { layout, next, from, till, freeAt } = solution;
  const { breaks, firstStart, firstEnd, freeCount, duration } = layout;
  const width = breaks.most + 1;
  const [start, end, own, count] = [firstStart + r, firstEnd + r, r * breaks.most, breaks.count[r] as number];
  const opens = from[start] as number;
  for (let taken = 0; taken <= count; taken++) {
    // A break that is over before the day begins is free time.
    const isOver =
      taken === 0 || (breaks.from[own + taken - 1] as number) + (breaks.duration[own + taken - 1] as number) <= opens;
    freeAt[start * width + taken] =
      isOver && (taken === 0 || freeAt[start * width + taken - 1] === opens) ? opens : FAR;
  }
  for (let node = start; node !== end; node = next[node] as number) {
    const after = next[node] as number;
    const travel = way(solution, node, after);
    const isFixed = after >= freeCount && after < firstStart;
    for (let taken = 0; taken <= count; taken++) {
      let best = FAR;
      for (let before = taken; before >= 0; before--) {
        const leaves = freeAt[node * width + before] as number;
        if (leaves >= FAR) continue;
        const arrival = arrive(breaks, own + before, own + taken, leaves, travel);
        // Fixed work starts when it starts, even where nobody could be there in time from other fixed work.
        const isGiven = before === taken && node >= freeCount;
        if (isFixed && (isGiven || arrival <= (from[after] as number))) best = from[after] as number;
        else if (!isFixed && arrival < best) best = arrival;
      }
      const starts = after === end || best > (from[after] as number) ? best : (from[after] as number);
      const isOpen = best < FAR && (after === end || isFixed || starts <= (till[after] as number));
      freeAt[after * width + taken] = isOpen ? starts + (duration[after] as number) : FAR;
    }
  }
}

function backward(solution: State, r: number): void {
  const { layout, prev, from, till, latestAt } = solution;
  const { breaks, firstStart, firstEnd, freeCount, duration } = layout;
  const width = breaks.most + 1;
  const [start, end, own, count] = [firstStart + r, firstEnd + r, r * breaks.most, breaks.count[r] as number];
  for (let taken = 0; taken <= count; taken++)
    latestAt[end * width + taken] = Math.min(till[end] as number, leaveBy(breaks, own + taken, own + count, FAR, 0));
  for (let node = prev[end] as number, after = end; node !== start; after = node, node = prev[node] as number) {
    const travel = way(solution, node, after);
    const isFixed = node >= freeCount;
    const areFixed = isFixed && after >= freeCount && after < firstStart;
    for (let taken = 0; taken <= count; taken++) {
      let latest = -FAR;
      for (let then = taken; then <= count; then++) {
        // Fixed work may end after the day.
        const isLast = isFixed && after === end;
        const bound = isLast
          ? leaveBy(breaks, own + then, own + count, FAR, 0)
          : (latestAt[after * width + then] as number);
        if (bound <= -FAR) continue;
        const leaves = leaveBy(breaks, own + taken, own + then, bound, travel) - (duration[node] as number);
        latest = Math.max(latest, areFixed && then === taken ? FAR : leaves);
      }
      const last = till[node] as number;
      latestAt[node * width + taken] = !isFixed
        ? Math.min(latest, last)
        : latest >= (from[node] as number)
          ? last
          : -FAR;
    }
  }
}

/** Follows back the breaks with which the route ends first; of two ways to take them the earlier ones. */
function chooseStarts(solution: State, r: number): boolean {
  const { layout, prev, till, early, begins, freeAt, breaksBefore } = solution;
  const { breaks, firstStart, firstEnd, freeCount, duration } = layout;
  const width = breaks.most + 1;
  const [start, end, own, count] = [firstStart + r, firstEnd + r, r * breaks.most, breaks.count[r] as number];
  const isOpenEnded = (prev[end] as number) >= freeCount;
  let taken = -1;
  for (let label = count; label >= 0; label--) {
    const ends = freeAt[end * width + label] as number;
    if (ends >= FAR || ends > leaveBy(breaks, own + label, own + count, FAR, 0)) continue;
    if (ends > (till[end] as number) && !isOpenEnded) continue;
    if (taken < 0 || ends < (freeAt[end * width + taken] as number)) taken = label;
  }
  const fits = taken >= 0;
  begins[end] = fits ? (freeAt[end * width + taken] as number) : (early[end] as number);
  breaksBefore[end] = fits ? taken : 0;
  for (let after = end; after !== start; after = prev[after] as number) {
    const node = prev[after] as number;
    if (!fits) {
      begins[node] = early[node] as number;
      breaksBefore[node] = 0;
      continue;
    }
    const travel = way(solution, node, after);
    const isFixed = after >= freeCount && after < firstStart;
    const starts = (freeAt[after * width + taken] as number) - (duration[after] as number);
    let before = taken;
    for (; before > 0; before--) {
      const leaves = freeAt[node * width + before] as number;
      if (leaves >= FAR) continue;
      if (isFixed && before === taken && node >= freeCount) break;
      if (arrive(breaks, own + before, own + taken, leaves, travel) <= starts) break;
    }
    taken = before;
    breaksBefore[node] = taken;
    begins[node] = (freeAt[node * width + taken] as number) - (duration[node] as number);
  }
  return fits;
}

function way({ layout }: State, from: number, to: number): number {
  const { points, point } = layout;
  return points.seconds[(point[from] as number) * points.count + (point[to] as number)] as number;
}
