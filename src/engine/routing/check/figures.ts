import type { Plan, Problem, Visit } from '../model.ts';
import { endOfDay, endOfWork, startOfDay } from './day-ends.ts';
import { isGiven, journeys, legsOf } from './journeys.ts';
import { changedTasks } from './task-breaches.ts';

/** What a plan comes to. */
export interface Figures {
  readonly served: number;
  readonly unassigned: number;
  readonly km: number;
  readonly travelHours: number;
  readonly workHours: number;
  readonly lateHours: number;
  readonly overtimeHours: number;
  /** From the first departure of each day to the last return, as far as that is working time. */
  readonly workingHours: number;
  /** Hours of work, each weighed by how busy its resource is over all: the lower, the more even. */
  readonly balance: number;
  /** Visits by somebody who is not preferred. */
  readonly unwanted: number;
  /** Planned tasks that change. */
  readonly changed: number;
  /** All of it by the weights of the problem: what the solver makes small. */
  readonly cost: number;
}

/** Computed from problem and plan alone, like `check`. */
export function figures(problem: Problem, plan: Plan): Figures {
  const { weights } = problem;
  const tasks = new Map(problem.tasks.map((task) => [task.id, task]));
  const visits = new Map<string, Visit[]>(problem.tasks.map(({ id }) => [id, []]));
  for (const visit of plan.visits) visits.get(visit.task)?.push(visit);
  const served = problem.tasks.filter(({ id }) => (visits.get(id) ?? []).length > 0);
  const days = journeys(problem, plan);

  let [metres, seconds, overtime, working, balance, worked] = [0, 0, 0, 0, 0, 0];
  for (const journey of days) {
    for (const each of legsOf(problem, journey)) {
      metres += each.metres;
      seconds += each.seconds;
    }
    if (journey.stops.length === 0) continue;
    overtime += Math.max(0, endOfDay(problem, journey) - endOfWork(journey.day));
    working += endOfDay(problem, journey) - startOfDay(problem, journey);
  }
  for (const resource of problem.resources) {
    const own = days.filter((journey) => journey.resource === resource);
    const hours = own.flatMap(({ stops }) => stops).reduce((sum, { start, end }) => sum + (end - start) / 3600, 0);
    const whole = resource.days
      .flatMap(({ working }) => working)
      .reduce((sum, { start, end }) => sum + (end - start) / 3600, 0);
    worked += hours;
    if (whole > 0) balance += (hours * hours) / whole;
  }
  const lateness = served.map(({ id, due = Number.POSITIVE_INFINITY }) =>
    Math.max(0, Math.max(...(visits.get(id) ?? []).map(({ end }) => end)) - due),
  );
  const late = lateness.reduce((sum, each) => sum + each, 0);
  const largest = lateness.reduce((most, each) => Math.max(most, each), 0);
  const unwanted = plan.visits.filter(({ task, resource }) => {
    const preferred = tasks.get(task)?.preferred ?? [];
    return preferred.length > 0 && !preferred.includes(resource);
  }).length;
  const changed = changedTasks(problem, visits).length;
  const lost = problem.tasks
    .filter((task) => visits.get(task.id)?.length === 0 && !isGiven(problem, task))
    .reduce((sum, { priority }) => sum + (priority ?? 1), 0);
  return {
    served: served.length,
    unassigned: problem.tasks.length - served.length,
    km: metres / 1000,
    travelHours: seconds / 3600,
    workHours: worked,
    lateHours: late / 3600,
    overtimeHours: overtime / 3600,
    workingHours: working / 3600,
    balance,
    unwanted,
    changed,
    cost:
      lost * weights.served +
      (metres / 1000) * weights.travelKm +
      (seconds / 3600) * weights.travelHour +
      (late / 3600) * weights.lateHour +
      (largest / 3600) * (weights.largestLateHour ?? 0) +
      (overtime / 3600) * weights.overtimeHour +
      (working / 3600) * (weights.workingHour ?? 0) +
      balance * weights.balance +
      unwanted * weights.preference +
      changed * weights.disruption,
  };
}
