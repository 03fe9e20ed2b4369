import { FAR } from '../layout/far.ts';
import { leaveBy } from './break-times.ts';
import type { State } from './state.ts';

/**
 * The working time of a route, from the first departure to the last return, waiting included. Visits start as late as they can without a later
 * return, lateness or a change for others: so waiting is paid only where windows force it. The order of a route and the windows of its
 * visits decide it:
 *
 *   working time = max(work and travel, return - latest departure)
 *
 * where the latest departure is the least of `latest start - seconds of work and travel before it` over all visits. Both minima, over the visits
 * before and behind a place, are stored with each visit: so the working time with one more visit costs a few comparisons.
 *
 * All of it is computed only if working time has a price.
 */
export function refreshWorking(solution: State, r: number): number {
  const { layout, next, prev, begins, head, capBefore, capAfter } = solution;
  const { firstStart, firstEnd } = layout;
  const [start, end] = [firstStart + r, firstEnd + r];
  head[start] = 0;
  capBefore[start] = FAR;
  for (let node = start; node !== end; node = next[node] as number) {
    const after = next[node] as number;
    head[after] = (head[node] as number) + takes(solution, r, node, after);
    capBefore[after] = Math.min(capBefore[node] as number, latestStart(solution, after) - (head[after] as number));
  }
  if (layout.breaks.most === 0) begins[end] = solution.early[end] as number;
  capAfter[end] = FAR;
  for (let node = prev[end] as number, after = end; node !== start; after = node, node = prev[node] as number) {
    const latest = latestStart(solution, node);
    capAfter[node] = Math.min(capAfter[after] as number, latest - (head[node] as number));
    begins[node] = Math.max(earliest(solution, node), Math.min(latest, leaveFor(solution, r, node, after)));
  }
  const first = next[start] as number;
  const worked =
    first === end ? 0 : (begins[end] as number) - ((begins[first] as number) - travel(solution, start, first));
  solution.working[r] = worked;
  return worked;
}

/** The start of a node with breaks, or without them. It is read before it is moved. */
function earliest({ layout, early, begins }: State, node: number): number {
  return (layout.breaks.most === 0 ? early[node] : begins[node]) as number;
}

function travel({ layout }: State, from: number, to: number): number {
  const { points, point } = layout;
  return points.seconds[(point[from] as number) * points.count + (point[to] as number)] as number;
}

/** Seconds from the start of a node to the arrival at the next one, without waiting but for breaks. */
function takes(solution: State, r: number, node: number, after: number): number {
  const { layout, breaksBefore } = solution;
  const { duration, breaks } = layout;
  let sum = (duration[node] as number) + travel(solution, node, after);
  if (breaks.most === 0) return sum;
  const own = r * breaks.most;
  for (let no = own + (breaksBefore[node] as number); no < own + (breaksBefore[after] as number); no++)
    sum += breaks.duration[no] as number;
  return sum;
}

/** How late a node can start for the start of the next one, with the breaks between them. */
function leaveFor(solution: State, r: number, node: number, after: number): number {
  const { layout, begins, breaksBefore } = solution;
  const { duration, breaks } = layout;
  const [worked, way] = [duration[node] as number, travel(solution, node, after)];
  if (breaks.most === 0) return (begins[after] as number) - worked - way;
  const own = r * breaks.most;
  const [first, last] = [own + (breaksBefore[node] as number), own + (breaksBefore[after] as number)];
  return leaveBy(breaks, first, last, begins[after] as number, way) - worked;
}

/** How late a node can start at its place without being late: what is fixed, kept as planned or linked does not move. */
function latestStart(solution: State, node: number): number {
  const { layout, till, kept } = solution;
  const { freeCount, firstEnd, duration, due, units } = layout;
  if (node >= firstEnd) return FAR;
  const starts = earliest(solution, node);
  if (node >= freeCount || units.linked[node] === 1 || kept[units.of[node] as number] === 1) return starts;
  return Math.min(till[node] as number, Math.max(starts, (due[node] as number) - (duration[node] as number)));
}

/** What visits in a row cost in working time, put between two nodes of a route. */
interface AddedWork {
  /** Seconds from leaving the node before to arriving at the node after, without waiting. */
  readonly takes: number;
  /** The least latest start of these visits, each less the seconds from leaving the node before to its start. */
  readonly cap: number;
  /** When the node after is reached. */
  readonly arrival: number;
}

/** It is exact unless a visit behind becomes late. */
export function addedWorkingCost(solution: State, r: number, before: number, after: number, added: AddedWork): number {
  const { layout, starts, tail, head, capBefore, capAfter, working } = solution;
  const leaves = (head[before] as number) + (layout.duration[before] as number);
  const headAfter = leaves + added.takes;
  const cap = Math.min(
    capBefore[before] as number,
    added.cap - leaves,
    (capAfter[after] as number) - (headAfter - (head[after] as number)),
  );
  const ends = added.arrival + (tail[after] as number);
  const end = solution.isEmpty(r) ? ends : Math.max(starts[layout.firstEnd + r] as number, ends);
  const whole = Math.max(headAfter + (tail[after] as number), end - cap);
  return (whole - (working[r] as number)) * solution.workingSecond;
}

/** The same for a single visit before a node, which starts at a moment, and could start until `till`. */
export function workingCost(
  solution: State,
  node: number,
  r: number,
  after: number,
  starts: number,
  till: number,
): number {
  const { point, duration, due, points } = solution.layout;
  const { seconds, count } = points;
  const before = solution.prev[after] as number;
  const worked = duration[node] as number;
  const there = seconds[(point[before] as number) * count + (point[node] as number)] as number;
  const onward = seconds[(point[node] as number) * count + (point[after] as number)] as number;
  const latest = Math.min(till, Math.max(starts, (due[node] as number) - worked));
  return addedWorkingCost(solution, r, before, after, {
    takes: there + worked + onward,
    cap: latest - there,
    arrival: starts + worked + onward,
  });
}
