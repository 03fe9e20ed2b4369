import { type LinkGroup, linkGroups } from './link-distances.ts';
import type { Distance, Problem, Resource, Task } from './model.ts';

/**
 * What of a problem concerns one date and one task: the routes of that date, what is planned on them, and the places of all that. Ways grow with
 * the square of the places, so five days by themselves are much less than five days together.
 */
export function onDate(problem: Problem, date: string, task: Task): Problem {
  const resources = problem.resources.flatMap((resource): Resource[] => {
    const days = resource.days.filter((day) => day.date === date);
    return days.length > 0 ? [{ ...resource, days }] : [];
  });
  const spans = new Map(resources.map(({ id, days }) => [id, days[0]?.span]));
  const isHere = ({ planned }: Task): boolean =>
    planned?.resources.some((id) => {
      const span = spans.get(id);
      return span !== undefined && planned.start >= span.start && planned.start < span.end;
    }) ?? false;
  const isWith = (each: Task): boolean =>
    each.id === task.id ||
    (task.container !== undefined && each.container === task.container) ||
    (task.link !== undefined && each.link?.id === task.link.id);
  const here = problem.tasks.filter((each) => isWith(each) || isHere(each));
  const ids = new Set(here.map(({ id }) => id));
  const others = problem.tasks.filter(({ id, planned }) => planned && !ids.has(id));
  const groups = linkGroups(problem.tasks);
  return renumbered({
    ...problem,
    resources,
    tasks: here.map((each) => boundByLink(boundBy(each, ids, others), groups, ids)),
  });
}

/** What waits for work of another day, or is waited for, gets a limit instead. */
function boundBy(task: Task, here: ReadonlySet<string>, others: readonly Task[]): Task {
  let earliest = task.earliest ?? Number.NEGATIVE_INFINITY;
  let latest = task.latest ?? Number.POSITIVE_INFINITY;
  const after = (task.after ?? []).filter((each) => here.has(each.task));
  for (const { task: id, lag = 0 } of task.after ?? []) {
    const before = others.find((each) => each.id === id);
    if (before?.planned) earliest = Math.max(earliest, before.planned.start + before.duration + lag);
  }
  for (const { after: waits, planned } of others)
    for (const { task: id, lag = 0 } of waits ?? [])
      if (id === task.id && planned) latest = Math.min(latest, planned.start - lag);
  return {
    ...task,
    after,
    ...(Number.isFinite(earliest) ? { earliest } : {}),
    ...(Number.isFinite(latest) ? { latest } : {}),
  };
}

/** What is linked with work of another day gets a limit too, and with what is left here the distances that all of them together give. */
function boundByLink(task: Task, groups: ReadonlyMap<string, LinkGroup<Task>>, here: ReadonlySet<string>): Task {
  const group = task.link && groups.get(task.link.id);
  if (task.link === undefined || group === undefined) return task;
  let [earliest, latest] = [task.earliest ?? Number.NEGATIVE_INFINITY, task.latest ?? Number.POSITIVE_INFINITY];
  const excluded = new Set(task.excluded);
  const distances: Distance[] = [];
  for (const { id, planned } of group.tasks) {
    const [min, max] = [group.least(id, task.id), -group.least(task.id, id)];
    if (id === task.id) continue;
    if (here.has(id))
      distances.push({
        task: id,
        ...(Number.isFinite(min) ? { min } : {}),
        ...(Number.isFinite(max) ? { max } : {}),
      });
    else if (planned) {
      earliest = Math.max(earliest, planned.start + min);
      latest = Math.min(latest, planned.start + max + task.duration);
      if (!group.mayShare(task.id, id)) for (const resource of planned.resources) excluded.add(resource);
    }
  }
  const { link, ...alone } = task;
  return {
    ...alone,
    ...(distances.length > 0 ? { link: { ...link, distances } } : {}),
    ...(excluded.size > 0 ? { excluded: [...excluded] } : {}),
    ...(Number.isFinite(earliest) ? { earliest } : {}),
    ...(Number.isFinite(latest) ? { latest } : {}),
  };
}

/** With those places only that are needed. */
function renumbered(problem: Problem): Problem {
  const { travel } = problem;
  const kept: number[] = [];
  const numbers = new Map<number, number>();
  const place = (old: number): number => {
    const known = numbers.get(old);
    if (known !== undefined) return known;
    numbers.set(old, kept.length);
    return kept.push(old) - 1;
  };
  const tasks = problem.tasks.map((task) => ({ ...task, place: place(task.place) }));
  const resources = problem.resources.map((resource) => ({
    ...resource,
    days: resource.days.map((day) => ({
      ...day,
      ...(day.startLocation === undefined ? {} : { startLocation: place(day.startLocation) }),
      ...(day.endLocation === undefined ? {} : { endLocation: place(day.endLocation) }),
      ...(day.refill ? { refill: { ...day.refill, place: place(day.refill.place) } } : {}),
    })),
    appointments: (resource.appointments ?? [])
      .filter(({ start }) => resource.days.some(({ span }) => start >= span.start && start < span.end))
      .map((each) => (each.place === undefined ? each : { ...each, place: place(each.place) })),
  }));
  const old = (number: number): number => kept[number] ?? 0;
  return {
    ...problem,
    tasks,
    resources,
    travel: {
      places: kept.length,
      seconds: (from, to) => travel.seconds(old(from), old(to)),
      metres: (from, to) => travel.metres(old(from), old(to)),
    },
  };
}
