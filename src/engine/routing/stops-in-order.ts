import type { Problem, ResourceDay, Span, Task } from './model.ts';

/** A stop of a day in the order that somebody wants: work that may be moved, or an appointment that stays at its time. */
export type OrderedStop =
  | { readonly id: string; readonly task: Task }
  | { readonly id: string; readonly fixed: Span & { readonly place: number | undefined } };

/** Why a stop cannot be where it is wanted. */
type Misfit = 'fixedTime' | 'workingTime' | 'timeWindow';

export interface OrderedDay {
  readonly starts: ReadonlyMap<string, number>;
  readonly misfits: ReadonlyMap<string, Misfit>;
}

interface Position {
  readonly place: number | undefined;
  /** When the resource can leave. */
  readonly free: number;
}

type Obstacle = Span & { readonly place?: number };

/**
 * The earliest start of each stop when they are visited in the order given: after the travel time from the stop before, in working time, in a window of
 * the task, and early enough for the next appointment that stays. A stop that does not fit is left out, and the others go on without it. `taken`:
 * time that is no stop of the list, which the stops go around. `notBefore`: when the first stop may start.
 */
export function stopsInOrder(
  problem: Pick<Problem, 'travel' | 'freezeBefore'>,
  day: ResourceDay,
  stops: readonly OrderedStop[],
  taken: readonly Obstacle[],
  notBefore: number,
): OrderedDay {
  const way = (from: number | undefined, to: number | undefined): number =>
    from === undefined || to === undefined ? 0 : problem.travel.seconds(from, to);
  const starts = new Map<string, number>();
  const misfits = new Map<string, Misfit>();
  const opens = day.working[0]?.start ?? day.span.start;
  let at: Position = { place: day.startLocation, free: opens };
  let isCommute = true;
  const arrival = (to: number | undefined): number =>
    at.free + (isCommute && day.commutesFreely ? 0 : way(at.place, to));
  const go = (place: number | undefined, end: number): void => {
    at = { place, free: Math.max(isCommute ? end : at.free, end) };
    isCommute = false;
  };
  const around = [...taken].sort((a, b) => a.start - b.start);
  stops.forEach((stop, index) => {
    if ('fixed' in stop) {
      const { start, end, place } = stop.fixed;
      if (!isCommute && start < arrival(place)) misfits.set(stop.id, 'fixedTime');
      else go(place, end);
      return;
    }
    const { task } = stop;
    const next = stops.slice(index + 1).flatMap((each) => ('fixed' in each ? [each.fixed] : []));
    for (;;) {
      const from = Math.max(arrival(task.place), notBefore, problem.freezeBefore ?? 0, task.earliest ?? 0);
      const start = earliestStart(from, task, day);
      if (typeof start === 'string') {
        misfits.set(stop.id, start);
        return;
      }
      const end = start + task.duration;
      const blocks = ({ start: begins, end: ends, place }: Obstacle): boolean =>
        ends > at.free && begins < end + way(task.place, place) && ends > from;
      const obstacle = around.find(blocks);
      if (obstacle) {
        around.splice(around.indexOf(obstacle), 1);
        go(obstacle.place, obstacle.end);
        continue;
      }
      if (next.some(({ start: begins, place }) => begins < end + way(task.place, place))) {
        misfits.set(stop.id, 'fixedTime');
        return;
      }
      starts.set(stop.id, start);
      go(task.place, end);
      return;
    }
  });
  return { starts, misfits };
}

/** The first moment from which the whole visit lies in working time and in one of its windows. */
function earliestStart(from: number, { duration, windows, latest }: Task, day: ResourceDay): number | Misfit {
  const lastEnd = day.working.at(-1)?.end;
  const working = day.working.map(({ start, end }) => ({
    start,
    end: end === lastEnd ? end + (day.overtime ?? 0) : end,
  }));
  let found: number | undefined;
  let isInWorkingTime = false;
  for (const { start, end } of working) {
    if (Math.max(from, start) + duration <= end) isInWorkingTime = true;
    for (const window of windows ?? [{ start, end }]) {
      const begins = Math.max(from, start, window.start);
      const ends = Math.min(end, window.end, latest ?? Number.POSITIVE_INFINITY);
      if (begins + duration <= ends && begins < (found ?? Number.POSITIVE_INFINITY)) found = begins;
    }
  }
  return found ?? (isInWorkingTime ? 'timeWindow' : 'workingTime');
}
