import { figures } from '../../../src/engine/routing/check/figures.ts';
import { visitBreaches } from '../../../src/engine/routing/check/visit-breaches.ts';
import { check } from '../../../src/engine/routing/check.ts';
import type { Plan, Problem, Resource, Task, Visit } from '../../../src/engine/routing/model.ts';

/** The least cost of all plans, by trying every one: each task with each team, in every order on every route. */
export function cheapest(problem: Problem): number {
  let best = Number.POSITIVE_INFINITY;
  const routes = new Map(problem.resources.map(({ id }) => [id, [] as string[]]));
  const place = (at: number): void => {
    const task = problem.tasks[at];
    if (task === undefined) {
      for (const notBefore of [...floors(problem, routes), ...pauses(problem, routes)]) {
        const plan = scheduled(problem, routes, notBefore);
        const late = plan && (problem.weights.workingHour ?? 0) > 0 ? startingLate(problem, plan) : plan;
        if (late && check(problem, late).length === 0) best = Math.min(best, figures(problem, late).cost);
      }
      return;
    }
    place(at + 1);
    for (const team of teams(problem.resources, task.team ?? 1)) putInto(team, 0, task, at);
  };
  const putInto = (team: readonly Resource[], member: number, task: Task, at: number): void => {
    const resource = team[member];
    if (resource === undefined) {
      place(at + 1);
      return;
    }
    const route = routes.get(resource.id)!;
    for (let position = 0; position <= route.length; position++) {
      route.splice(position, 0, task.id);
      putInto(team, member + 1, task, at);
      route.splice(position, 1);
    }
  };
  place(0);
  return best;
}

function teams(resources: readonly Resource[], size: number): Resource[][] {
  if (size === 0) return [[]];
  return resources.flatMap((first, at) => teams(resources.slice(at + 1), size - 1).map((rest) => [first, ...rest]));
}

type Floors = ReadonlyMap<string, number>;

/** Where working time has a price, a later window of a visit may be better: all combinations of the moments at which windows open. */
function floors(problem: Problem, routes: ReadonlyMap<string, readonly string[]>): readonly Floors[] {
  if (!problem.weights.workingHour) return [new Map()];
  const opening = new Set(problem.resources.flatMap(({ days }) => days[0]!.working.map(({ start }) => start)));
  return [...new Set([...routes.values()].flat())].reduce<Floors[]>(
    (all, id) => {
      const { windows = [] } = problem.tasks.find((task) => task.id === id)!;
      const moments = new Set([0, ...opening, ...windows.map(({ start }) => start)]);
      return all.flatMap((each) => [...moments].map((moment) => new Map([...each, [id, moment]])));
    },
    [new Map()],
  );
}

/** Where days have breaks: all combinations of visits before which a break is over. */
function pauses(problem: Problem, routes: ReadonlyMap<string, readonly string[]>): readonly Floors[] {
  const paused = problem.resources.flatMap(({ id, days }) =>
    (days[0]!.breaks ?? []).map((each) => ({ ...each, route: routes.get(id)! })),
  );
  if (paused.length === 0) return [];
  return paused.reduce<Floors[]>(
    (all, { duration, window, route }) =>
      all.flatMap((each) => [
        each,
        ...route.map((task) => new Map([...each, [`${task} break ${window.start}`, duration]])),
      ]),
    [new Map()],
  );
}

/** The same plan with visits as late as nobody returns later for it and nothing is later than it should be, the last one first. */
function startingLate(problem: Problem, plan: Plan): Plan {
  const tasks = new Map(problem.tasks.map((task) => [task.id, task]));
  const visits = [...plan.visits].sort((a, b) => b.start - a.start);
  const later: Visit[] = [];
  for (const visit of visits) {
    const task = tasks.get(visit.task)!;
    const next = later.filter(({ resource }) => resource === visit.resource).at(-1);
    const isHeld = next === undefined || (task.team ?? 1) > 1 || task.link !== undefined;
    const way = next && problem.travel.seconds(task.place, tasks.get(next.task)!.place);
    const latest = isHeld ? visit.start : Math.max(visit.start, next.start - way! - task.duration);
    const moments = [visit.start, latest, ...limits(problem, task, visit.resource)];
    const start = moments
      .filter((moment) => moment >= visit.start && moment <= latest)
      .sort((a, b) => b - a)
      .find((moment) => staysOpen(problem, task, visit, moment))!;
    later.push({ ...visit, start, end: start + task.duration });
  }
  return { ...plan, visits: later.reverse() };
}

/** The starts with which a visit ends just in time for something. */
const limits = (problem: Problem, task: Task, resource: string): readonly number[] => {
  const who = problem.resources.find(({ id }) => id === resource)!;
  const day = who.days[0]!;
  const ends = [
    ...(task.windows ?? []).map(({ end }) => end),
    ...day.working.flatMap(({ end }) => [end, end + (day.overtime ?? 0)]),
    ...(who.certificates ?? []).flatMap(({ until }) => until ?? []),
    task.latest ?? 0,
    task.due ?? 0,
  ];
  return ends.map((end) => end - task.duration);
};

/** Whether a visit may start at any moment from its own start to another, and does not become late by that. */
function staysOpen(problem: Problem, task: Task, visit: Visit, till: number): boolean {
  if (till + task.duration > Math.max(task.due ?? Number.POSITIVE_INFINITY, visit.end)) return false;
  for (let moment = visit.start; moment <= till; moment += 900)
    if (visitBreaches(problem, task, visitAt(problem, task, visit.resource, moment)).length > 0) return false;
  return visitBreaches(problem, task, visitAt(problem, task, visit.resource, till)).length === 0;
}

/** Everything as early as it can be in the given orders; undefined where it cannot be. */
function scheduled(
  problem: Problem,
  routes: ReadonlyMap<string, readonly string[]>,
  notBefore: Floors,
): Plan | undefined {
  const tasks = new Map(problem.tasks.map((task) => [task.id, task]));
  const starts = new Map<string, number>();
  for (const id of [...routes.values()].flat()) starts.set(id, 0);
  for (let isMoving = true, turns = 0; isMoving; turns++) {
    if (turns > 20) return undefined;
    isMoving = false;
    for (const [id, start] of starts) {
      const task = tasks.get(id)!;
      let from = notBefore.get(id) ?? 0;
      for (const [resource, route] of routes) {
        const position = route.indexOf(id);
        if (position < 0) continue;
        const day = problem.resources.find((each) => each.id === resource)!.days[0]!;
        const before = tasks.get(route[position - 1] ?? '');
        const leaves = before ? starts.get(before.id)! + before.duration : day.working[0]!.start;
        const place = before ? before.place : day.startLocation;
        let arrival = leaves + (place === undefined ? 0 : problem.travel.seconds(place, task.place));
        for (const { duration, window } of day.breaks ?? [])
          if (notBefore.has(`${id} break ${window.start}`)) arrival = Math.max(arrival, window.start) + duration;
        from = Math.max(from, arrival);
      }
      for (const { task: other, lag = 0 } of task.after ?? [])
        from = Math.max(from, (starts.get(other) ?? 0) + tasks.get(other)!.duration + lag);
      const linked = problem.tasks.filter(({ link }) => link !== undefined && link.id === task.link?.id);
      const distancesOf = ({ link }: Task) => link?.distances ?? [{ task: linked[0]!.id, min: 0, max: 0 }];
      for (const other of linked) {
        const started = starts.get(other.id);
        if (other === task || started === undefined) continue;
        for (const { task: of, min = -1e9 } of distancesOf(task))
          if (of === other.id) from = Math.max(from, started + min);
        for (const { task: of, max = 1e9 } of distancesOf(other))
          if (of === task.id) from = Math.max(from, started - max);
      }
      const team = problem.resources.filter((each) => routes.get(each.id)!.includes(id));
      const opens = openFrom(problem, task, team, from);
      if (opens === undefined) return undefined;
      if (opens !== start) {
        starts.set(id, opens);
        isMoving = true;
      }
    }
  }
  const visits = [...routes].flatMap(([resource, route]) =>
    route.map((id) => visitAt(problem, tasks.get(id)!, resource, starts.get(id)!)),
  );
  return { visits, unassigned: problem.tasks.filter(({ id }) => !starts.has(id)).map(({ id }) => id) };
}

const visitAt = (problem: Problem, task: Task, resource: string, start: number): Visit => ({
  task: task.id,
  resource,
  date: problem.resources.find(({ id }) => id === resource)!.days[0]!.date,
  start,
  end: start + task.duration,
});

/** The first moment from one on at which all of a team may work on a task. */
function openFrom(problem: Problem, task: Task, team: readonly Resource[], from: number): number | undefined {
  const moments = [
    from,
    task.earliest ?? from,
    ...(task.windows ?? []).map(({ start }) => start),
    ...team.flatMap(({ days }) => days[0]!.working.map(({ start }) => start)),
  ];
  return moments
    .filter((moment) => moment >= from)
    .sort((a, b) => a - b)
    .find((moment) =>
      team.every(({ id }) => visitBreaches(problem, task, visitAt(problem, task, id, moment)).length === 0),
    );
}
