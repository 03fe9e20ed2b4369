import type { Plan, Problem, Task, Visit } from '../model.ts';
import type { Breach } from './breach.ts';
import { isGiven } from './journeys.ts';
import { linkBreaches } from './link-breaches.ts';
import { visitBreaches } from './visit-breaches.ts';

/** What is wrong with tasks: who serves them, when, and what they have to do with each other. */
export function taskBreaches(problem: Problem, plan: Plan): readonly Breach[] {
  const breaches: Breach[] = [];
  const visits = new Map<string, Visit[]>(problem.tasks.map(({ id }) => [id, []]));
  for (const visit of plan.visits) {
    const own = visits.get(visit.task);
    if (own) own.push(visit);
    else breaches.push({ rule: 'unknown', task: visit.task, detail: `There is no task ${visit.task}.` });
  }
  const unassigned = new Set(plan.unassigned);
  if (unassigned.size !== plan.unassigned.length)
    breaches.push({ rule: 'listedTwice', detail: 'A task is unassigned twice.' });
  for (const id of unassigned)
    if (!visits.has(id)) breaches.push({ rule: 'unknown', task: id, detail: `There is no task ${id}.` });

  for (const task of problem.tasks) {
    const own = visits.get(task.id) ?? [];
    const tell = (rule: string, detail: string): void => {
      breaches.push({ rule, task: task.id, detail });
    };
    if (own.length === 0 && !unassigned.has(task.id)) tell('lost', `${task.id} is neither served nor unassigned.`);
    if (own.length > 0 && unassigned.has(task.id)) tell('listedTwice', `${task.id} is served and unassigned.`);
    if (isGiven(problem, task)) breaches.push(...lockBreaches(task, own));
    else {
      if (own.length > 0) breaches.push(...teamBreaches(task, own), ...waitBreaches(problem, task, own, visits));
      for (const visit of own) breaches.push(...visitBreaches(problem, task, visit));
    }
  }
  return [
    ...breaches,
    ...containerBreaches(problem, plan, visits),
    ...linkBreaches(problem, visits),
    ...changeBreaches(problem, visits),
  ];
}

/** Locked work stays put, to the second. */
function lockBreaches(task: Task, own: readonly Visit[]): readonly Breach[] {
  const wanted = [...(task.planned?.resources ?? [])].sort();
  const found = own.map(({ resource }) => resource).sort();
  const stays =
    wanted.length === found.length &&
    wanted.every((resource, at) => resource === found[at]) &&
    own.every(({ start, end }) => start === task.planned?.start && end === start + task.duration);
  return stays ? [] : [{ rule: 'locked', task: task.id, detail: `${task.id} does not stay where it is locked.` }];
}

function teamBreaches(task: Task, own: readonly Visit[]): readonly Breach[] {
  const size = task.team ?? 1;
  const breaches: Breach[] = [];
  if (own.length !== size)
    breaches.push({ rule: 'team', task: task.id, detail: `${task.id} needs ${size} resources and has ${own.length}.` });
  if (new Set(own.map(({ resource }) => resource)).size !== own.length)
    breaches.push({ rule: 'team', task: task.id, detail: `${task.id} has the same resource twice.` });
  if (own.some(({ start }) => start !== own[0]?.start))
    breaches.push({ rule: 'team', task: task.id, detail: `The team of ${task.id} does not start at the same time.` });
  return breaches;
}

/** A task that is served comes after those that it waits for, and these are served. */
function waitBreaches(
  problem: Problem,
  task: Task,
  own: readonly Visit[],
  visits: ReadonlyMap<string, readonly Visit[]>,
): readonly Breach[] {
  const breaches: Breach[] = [];
  const starts = Math.min(...own.map(({ start }) => start));
  const ends = Math.max(...own.map(({ end }) => end));
  for (const { task: id, lag = 0 } of task.after ?? []) {
    const before = visits.get(id) ?? [];
    if (before.length === 0)
      breaches.push({ rule: 'dependency', task: task.id, detail: `${task.id} depends on ${id}, which is not served.` });
    else if (starts < Math.max(...before.map(({ end }) => end)) + lag)
      breaches.push({
        rule: 'dependency',
        task: task.id,
        detail: `${task.id} starts before ${id} has ended, or too soon after.`,
      });
  }
  for (const follower of problem.tasks)
    for (const { task: id, lag = 0 } of follower.after ?? [])
      if (id === task.id && isGiven(problem, follower) && (follower.planned?.start ?? 0) < ends + lag)
        breaches.push({
          rule: 'dependency',
          task: task.id,
          detail: `${task.id} ends too late for ${follower.id}, which is locked.`,
        });
  return breaches;
}

/** Together means: all or none, one resource and day, one directly after the other in the order of the problem. */
function containerBreaches(
  problem: Problem,
  plan: Plan,
  visits: ReadonlyMap<string, readonly Visit[]>,
): readonly Breach[] {
  const breaches: Breach[] = [];
  for (const container of new Set(problem.tasks.map((task) => task.container))) {
    if (container === undefined) continue;
    const members = problem.tasks.filter((task) => task.container === container);
    const free = members.filter((task) => !isGiven(problem, task));
    const served = free.filter((task) => (visits.get(task.id) ?? []).length > 0);
    const tell = (detail: string): void => {
      breaches.push({ rule: 'container', task: free[0]?.id ?? container, detail });
    };
    if (served.length === 0) continue;
    if (served.length < free.length) tell(`Of container ${container} only a part is served.`);
    const days = new Set(
      members
        .flatMap((task) => visits.get(task.id) ?? [])
        .map(({ resource, date }) => JSON.stringify([resource, date])),
    );
    if (days.size > 1) {
      tell(`Container ${container} is spread over several resources or days.`);
      continue;
    }
    const [first] = visits.get(served[0]?.id ?? '') ?? [];
    const route = plan.visits
      .filter(({ resource, date }) => resource === first?.resource && date === first.date)
      .map(({ task, start, end }) => ({ task, start, end }));
    const { appointments = [] } = problem.resources.find(({ id }) => id === first?.resource) ?? {};
    const spans = served.map((task) => visits.get(task.id)?.[0]);
    const others = [...route.filter(({ task }) => !served.some(({ id }) => id === task)), ...appointments];
    spans.forEach((span, at) => {
      const next = spans[at + 1];
      if (span === undefined || next === undefined) return;
      if (next.start < span.end) tell(`The tasks of container ${container} are not in their order.`);
      else if (others.some(({ start }) => start >= span.start && start < next.start))
        tell(`Something comes between the tasks of container ${container}.`);
    });
  }
  return breaches;
}

/** Planned tasks that change. A container and a link change as one: if a task of it moves, or is new in it, all of them have changed. */
export function changedTasks(problem: Problem, visits: ReadonlyMap<string, readonly Visit[]>): readonly Task[] {
  const free = problem.tasks.filter((task) => !isGiven(problem, task));
  const stays = (task: Task): boolean =>
    task.planned !== undefined && lockBreaches(task, visits.get(task.id) ?? []).length === 0;
  return free.filter((task) => {
    if (task.planned === undefined) return false;
    const together =
      task.container !== undefined
        ? free.filter(({ container }) => container === task.container)
        : task.link !== undefined
          ? free.filter(({ link }) => link?.id === task.link?.id)
          : [task];
    return !together.every(stays);
  });
}

function changeBreaches(problem: Problem, visits: ReadonlyMap<string, readonly Visit[]>): readonly Breach[] {
  const most = problem.maxChanges;
  if (most === undefined) return [];
  const changed = changedTasks(problem, visits).length;
  return changed > most
    ? [{ rule: 'maxChanges', detail: `${changed} planned tasks change, but at most ${most} may.` }]
    : [];
}
