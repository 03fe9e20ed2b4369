import { type Figures, figures } from './check/figures.ts';
import { check } from './check.ts';
import type { Plan, Planned, Problem, Task, Visit, Weights } from './model.ts';

/** A task that stands otherwise in a plan than it stood before. */
export interface Move {
  readonly task: string;
  readonly from: Planned | undefined;
  /** Undefined where it is not served any more. */
  readonly to: Planned | undefined;
  /** How much more the plan would cost without this one move: with the task where it was if that is possible, else without it. */
  readonly gain: number;
  readonly reason: string;
}

export function moves(problem: Problem, plan: Plan): readonly Move[] {
  const byTask = grouped(plan.visits, ({ task }) => task);
  const byResource = grouped(plan.visits, ({ resource }) => resource);
  const tasks = new Map(problem.tasks.map((task) => [task.id, task]));
  return problem.tasks.flatMap((task) => {
    const visits = byTask.get(task.id) ?? [];
    const [first] = visits;
    const to = first && { resources: visits.map(({ resource }) => resource), start: first.start };
    if (isSame(task.planned, to)) return [];
    const concerned = new Set([...(task.planned?.resources ?? []), ...visits.map(({ resource }) => resource)]);
    const there = [...concerned].flatMap((id) => byResource.get(id) ?? []);
    const part = partOf(problem, tasks, concerned, there, task);
    const whole: Plan = { visits: there, unassigned: visits.length === 0 ? [task.id] : [] };
    const after = figures(part, whole);
    const before = figures(part, without(part, whole, task));
    return [
      {
        task: task.id,
        from: task.planned,
        to,
        gain: before.cost - after.cost,
        reason: reasonFor(problem.weights, before, after, to),
      },
    ];
  });
}

const isSame = (from: Planned | undefined, to: Planned | undefined): boolean =>
  from?.start === to?.start && [...(from?.resources ?? [])].sort().join() === [...(to?.resources ?? [])].sort().join();

/** The problem of those alone who are concerned: the days of all others stay as they are, whatever becomes of the task. */
function partOf(
  problem: Problem,
  tasks: ReadonlyMap<string, Task>,
  concerned: ReadonlySet<string>,
  there: readonly Visit[],
  task: Task,
): Problem {
  const ids = new Set([...there.map((visit) => visit.task), task.id]);
  const own = [...ids].flatMap((id) => tasks.get(id) ?? []);
  const here = (id: string): number => there.filter((visit) => visit.task === id).length;
  return {
    ...problem,
    resources: problem.resources.filter(({ id }) => concerned.has(id)),
    tasks: own.map(({ after = [], team = 1, ...rest }) => ({
      ...rest,
      after: after.filter((each) => ids.has(each.task)),
      // Of another team only those who are looked at count.
      team: rest.id === task.id ? team : Math.min(team, here(rest.id)),
    })),
  };
}

function grouped<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

/** The plan without one of its moves. */
function without(problem: Problem, plan: Plan, task: Task): Plan {
  const visits = plan.visits.filter((visit) => visit.task !== task.id);
  const unassigned = problem.tasks.map(({ id }) => id).filter((id) => id === task.id || plan.unassigned.includes(id));
  const back: Plan = {
    visits: [...visits, ...asPlanned(problem, task)],
    unassigned: unassigned.filter((id) => id !== task.id),
  };
  const isPossible =
    task.planned !== undefined && check({ ...problem, maxChanges: problem.tasks.length }, back).length === 0;
  return isPossible ? back : { visits, unassigned };
}

function asPlanned(problem: Problem, { id, planned, duration }: Task): readonly Visit[] {
  return (planned?.resources ?? []).flatMap((resource) => {
    const start = planned?.start ?? 0;
    const days = problem.resources.find((each) => each.id === resource)?.days ?? [];
    const day = days.find(({ span }) => start >= span.start && start < span.end);
    return day ? [{ task: id, resource, date: day.date, start, end: start + duration }] : [];
  });
}

/** What the move saves most of. */
function reasonFor(weights: Weights, before: Figures, after: Figures, to: Planned | undefined): string {
  if (to === undefined) return 'It makes room for others.';
  const saved: readonly (readonly [worth: number, words: string])[] = [
    [(after.served - before.served) * weights.served, 'It is served.'],
    [
      (before.km - after.km) * weights.travelKm + (before.travelHours - after.travelHours) * weights.travelHour,
      `It saves ${(before.km - after.km).toFixed(1)} km.`,
    ],
    [
      (before.lateHours - after.lateHours) * weights.lateHour,
      `It is ${(before.lateHours - after.lateHours).toFixed(1)} h less late.`,
    ],
    [
      (before.overtimeHours - after.overtimeHours) * weights.overtimeHour,
      `It saves ${(before.overtimeHours - after.overtimeHours).toFixed(1)} h of overtime.`,
    ],
    [(before.unwanted - after.unwanted) * weights.preference, 'It goes to a preferred resource.'],
    [(before.balance - after.balance) * weights.balance, 'It spreads the work more evenly.'],
  ];
  const [most, words] = saved.reduce((best, each) => (each[0] > best[0] ? each : best), [0, ''] as const);
  return most > 1e-9 ? words : 'It makes room for others.';
}
