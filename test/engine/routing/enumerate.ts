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
      const plan = scheduled(problem, routes);
      if (plan && check(problem, plan).length === 0) best = Math.min(best, figures(problem, plan).cost);
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

/** Everything as early as it can be in the given orders; undefined where it cannot be. */
function scheduled(problem: Problem, routes: ReadonlyMap<string, readonly string[]>): Plan | undefined {
  const tasks = new Map(problem.tasks.map((task) => [task.id, task]));
  const starts = new Map<string, number>();
  for (const id of [...routes.values()].flat()) starts.set(id, 0);
  for (let isMoving = true, turns = 0; isMoving; turns++) {
    if (turns > 20) return undefined;
    isMoving = false;
    for (const [id, start] of starts) {
      const task = tasks.get(id)!;
      let from = 0;
      for (const [resource, route] of routes) {
        const position = route.indexOf(id);
        if (position < 0) continue;
        const day = problem.resources.find((each) => each.id === resource)!.days[0]!;
        const before = tasks.get(route[position - 1] ?? '');
        const leaves = before ? starts.get(before.id)! + before.duration : day.working[0]!.start;
        const place = before ? before.place : day.startLocation;
        from = Math.max(from, leaves + (place === undefined ? 0 : problem.travel.seconds(place, task.place)));
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
