import { fixedAt } from '../fixed.ts';
import type { Problem, Task } from '../model.ts';
import type { Routes } from './routes.ts';

/** Visits and appointments that stay where they are, by route and then by time. */
export interface Fixed {
  readonly count: number;
  readonly route: Int32Array;
  readonly start: Int32Array;
  /** The seconds of work. */
  readonly worked: Int32Array;
  /**
   * Seconds until one is free again. Fixed work may overlap, for it is taken as it is: then one is free when the last of what began before has
   * ended.
   */
  readonly duration: Int32Array;
  readonly place: Int32Array;
  /** The index of the task, or -1 for an appointment that is no task. */
  readonly task: Int32Array;
  /** Of appointments that are no task. */
  readonly loads: readonly Task['loads'][];
}

interface Piece {
  readonly route: number;
  readonly start: number;
  readonly duration: number;
  readonly place: number;
  readonly task: number;
  readonly loads?: Task['loads'];
}

export function fixedWork(problem: Problem, routes: Routes, origin: number): Fixed {
  const routeAt = (resource: string, moment: number): number =>
    routes.days.findIndex(
      (each) => each.resource.id === resource && moment >= each.day.span.start && moment < each.day.span.end,
    );
  const pieces: Piece[] = [];
  problem.tasks.forEach((task, at) => {
    const planned = fixedAt(problem, task);
    for (const resource of planned?.resources ?? []) {
      const start = planned?.start ?? 0;
      pieces.push({
        route: routeAt(resource, start),
        start: start - origin,
        duration: task.duration,
        place: task.place,
        task: at,
      });
    }
  });
  for (const { id, appointments } of problem.resources)
    for (const { start, end, place, loads } of appointments ?? [])
      pieces.push({
        route: routeAt(id, start),
        start: start - origin,
        duration: end - start,
        place: place ?? -1,
        task: -1,
        ...(loads ? { loads } : {}),
      });

  const held = pieces
    .filter(({ route }) => route >= 0)
    .sort((a, b) => a.route - b.route || a.start - b.start || a.duration - b.duration);
  const durations: number[] = [];
  let [busyRoute, busyTill] = [-1, 0];
  for (const { route, start, duration } of held) {
    busyTill = route === busyRoute ? Math.max(busyTill, start + duration) : start + duration;
    busyRoute = route;
    durations.push(busyTill - start);
  }
  return {
    count: held.length,
    route: Int32Array.from(held, ({ route }) => route),
    start: Int32Array.from(held, ({ start }) => start),
    worked: Int32Array.from(held, ({ duration }) => duration),
    duration: Int32Array.from(durations),
    place: Int32Array.from(held, ({ place }) => place),
    task: Int32Array.from(held, ({ task }) => task),
    loads: held.map(({ loads }) => loads),
  };
}
