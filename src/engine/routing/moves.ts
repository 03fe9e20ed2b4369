import { type Figures, figures } from './check/figures.ts';
import { check } from './check.ts';
import type { Plan, Planned, Problem, Task, Visit, Weights } from './model.ts';
import { surroundings } from './reasons/surroundings.ts';

/** A task that stands otherwise in a plan than it stood before. */
export interface Move {
  readonly task: string;
  readonly from: Planned | undefined;
  /** Undefined where it is not served any more. */
  readonly to: Planned | undefined;
  /** How much more the plan would cost without this one move: with the task where it was if that is possible, else without it. */
  readonly gain: number;
  /** How much more travel the plan would have without it; negative where the move costs travel. */
  readonly savedKm: number;
  readonly savedMinutes: number;
  readonly reason: string;
}

export function moves(problem: Problem, plan: Plan): readonly Move[] {
  const around = surroundings(problem, plan);
  return problem.tasks.flatMap((task) => {
    const visits = around.visitsOf(task.id);
    const [first] = visits;
    const to = first && { resources: visits.map(({ resource }) => resource), start: first.start };
    if (isSame(task.planned, to)) return [];
    const near = around.of(task);
    const before = figures(near.problem, without(near.problem, near.plan, task));
    const after = figures(near.problem, near.plan);
    const reason = reasonFor(problem.weights, before, after, to);
    const savedKm = before.km - after.km;
    const savedMinutes = (before.travelHours - after.travelHours) * 60;
    return [{ task: task.id, from: task.planned, to, gain: before.cost - after.cost, savedKm, savedMinutes, reason }];
  });
}

const isSame = (from: Planned | undefined, to: Planned | undefined): boolean =>
  from?.start === to?.start && [...(from?.resources ?? [])].sort().join() === [...(to?.resources ?? [])].sort().join();

/** The plan without one of its moves: the task goes back to where it was if that breaks nothing that was whole. */
function without(problem: Problem, plan: Plan, task: Task): Plan {
  const visits = plan.visits.filter((visit) => visit.task !== task.id);
  const unassigned = problem.tasks.map(({ id }) => id).filter((id) => id === task.id || plan.unassigned.includes(id));
  if (task.planned === undefined) return { visits, unassigned };
  const back = {
    visits: [...visits, ...asPlanned(problem, task)],
    unassigned: unassigned.filter((id) => id !== task.id),
  };
  const known = new Set(check(problem, plan).map(({ detail }) => detail));
  return check(problem, back).every(({ detail }) => known.has(detail)) ? back : { visits, unassigned };
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
    [
      (before.workingHours - after.workingHours) * (weights.workingHour ?? 0),
      `It saves ${(before.workingHours - after.workingHours).toFixed(1)} h of working time.`,
    ],
    [(before.unwanted - after.unwanted) * weights.preference, 'It goes to a preferred resource.'],
    [(before.balance - after.balance) * weights.balance, 'It spreads the work more evenly.'],
  ];
  const [most, words] = saved.reduce((best, each) => (each[0] > best[0] ? each : best), [0, ''] as const);
  return most > 1e-9 ? words : 'It makes room for others.';
}
