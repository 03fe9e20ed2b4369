import type { Problem } from '../model.ts';
import { withRefills } from '../refills.ts';
import { breaksOf } from './breaks.ts';
import { emptyDaysOf } from './empty-days.ts';
import { FAR } from './far.ts';
import { type Fixed, fixedWork } from './fixed-work.ts';
import { kindsOf } from './kinds.ts';
import type { Layout } from './layout.ts';
import { neighboursOf } from './neighbours.ts';
import { otherLoadsOf } from './other-loads.ts';
import { pointsOf } from './points.ts';
import { type Routes, routesOf } from './routes.ts';
import { unitsOf } from './units.ts';
import { windowsOf } from './windows.ts';

/** A problem as numbers. It must be sound (`defects`). */
export function compile(given: Problem): Layout {
  const problem = withRefills(given);
  const origin = problem.resources.reduce(
    (first, { days }) => Math.min(first, days[0]?.span.start ?? first),
    Number.POSITIVE_INFINITY,
  );
  const from = Number.isFinite(origin) ? origin : 0;
  const routes = routesOf(problem, from);
  const points = pointsOf(problem, routes);
  const fixed = fixedWork(problem, routes, from);
  const units = unitsOf(problem, routes, from, fixed.count + 2 * routes.count);
  const windows = windowsOf(problem, routes, from);

  const freeCount = units.of.length;
  const firstStart = freeCount + fixed.count;
  const firstEnd = firstStart + routes.count;
  const nodeCount = firstEnd + routes.count;
  const point = new Int32Array(nodeCount);
  const duration = new Int32Array(nodeCount);
  const load = new Float64Array(nodeCount);
  const task = new Int32Array(nodeCount).fill(-1);
  for (let node = 0; node < freeCount; node++) {
    const own = problem.tasks[units.task[node] as number];
    task[node] = units.task[node] as number;
    point[node] = own === undefined ? points.nowhere : (points.of[own.place] as number);
    duration[node] = own?.duration ?? 0;
    load[node] = own?.load ?? 0;
  }
  for (let at = 0; at < fixed.count; at++) {
    const node = freeCount + at;
    task[node] = fixed.task[at] as number;
    const place = fixed.place[at] as number;
    point[node] = place < 0 ? points.nowhere : (points.of[place] as number);
    duration[node] = fixed.duration[at] as number;
    load[node] = problem.tasks[task[node] as number]?.load ?? 0;
  }
  point.set(points.start, firstStart);
  point.set(points.end, firstEnd);

  const due = new Int32Array(nodeCount).fill(FAR);
  for (let node = 0; node < freeCount; node++)
    if (node === 0 || task[node] !== task[node - 1])
      due[node] = (problem.tasks[task[node] as number]?.due ?? FAR + from) - from;
  const preference = preferences(problem);
  const days = routes.days.map(({ day }) => day);
  const breaks = breaksOf(days, from);
  const otherLoads = otherLoadsOf(
    days,
    Array.from(task, (at, node) => problem.tasks[at]?.loads ?? fixed.loads[node - freeCount]),
    (node) => problem.tasks[task[node] as number]?.refillOf !== undefined,
  );
  const pointOfUnit = Int32Array.from(units.first, (node) => point[node] as number);
  return {
    problem,
    origin: from,
    routes,
    points,
    windows,
    units,
    fixed,
    point,
    duration,
    load,
    otherLoads,
    breaks,
    task,
    nodeCount,
    freeCount,
    firstStart,
    firstEnd,
    due,
    preference,
    constantCost: costOfFixed(problem, fixed, routes, from, preference),
    fixedLateness: latenessOfFixed(problem, fixed, from),
    emptyDays: emptyDaysOf(points, routes, windows, {
      task: Int32Array.from(units.first, (node) => task[node] as number),
      point: pointOfUnit,
      fixed: fixed.route,
      preference,
      resources: problem.resources.length,
    }),
    kinds: kindsOf(problem, routes, points, windows, preference, otherLoads, breaks),
    ...neighboursOf(points, pointOfUnit),
  };
}

function preferences({ tasks, resources, weights }: Problem): Float64Array {
  const costs = new Float64Array(tasks.length * resources.length);
  tasks.forEach(({ preferred }, task) => {
    if (preferred === undefined || preferred.length === 0) return;
    resources.forEach(({ id }, resource) => {
      if (!preferred.includes(id)) costs[task * resources.length + resource] = weights.preference;
    });
  });
  return costs;
}

function latenessOfFixed({ tasks }: Problem, { count, task, start, worked }: Fixed, origin: number): number {
  let largest = 0;
  for (let at = 0; at < count; at++) {
    const due = tasks[task[at] as number]?.due;
    if (due !== undefined) largest = Math.max(largest, (start[at] as number) + (worked[at] as number) + origin - due);
  }
  return largest;
}

function costOfFixed(
  { tasks, resources, weights }: Problem,
  fixed: Fixed,
  routes: Routes,
  origin: number,
  preference: Float64Array,
): number {
  let cost = 0;
  const seen = new Set<number>();
  for (let at = 0; at < fixed.count; at++) {
    const task = fixed.task[at] as number;
    if (task < 0) continue;
    cost += preference[task * resources.length + (routes.resource[fixed.route[at] as number] as number)] as number;
    const due = tasks[task]?.due;
    if (due === undefined || seen.has(task)) continue;
    seen.add(task);
    const late = (fixed.start[at] as number) + (fixed.worked[at] as number) + origin - due;
    if (late > 0) cost += (late / 3600) * weights.lateHour;
  }
  return cost;
}
