import { type Chance, chanceFrom } from '../../../src/domain/random.ts';
import {
  DEFAULT_WEIGHTS,
  type Plan,
  type Problem,
  type Resource,
  type ResourceDay,
  type Span,
  type Task,
  type TravelTable,
} from '../../../src/engine/routing/model.ts';

export const HOUR = 3600;
const DAY = 24 * HOUR;
/** 1 July 2026, 00:00 UTC. */
const MIDNIGHT = Date.parse('2026-07-01') / 1000;

/** A moment of the first day, or of a later one: at(9.5) is half past nine. */
export const at = (hour: number, day = 0): number => MIDNIGHT + day * DAY + hour * HOUR;
export const span = (from: number, till: number, day = 0): Span => ({ start: at(from, day), end: at(till, day) });

/** Places on a straight road, so many km from its beginning, at 60 km an hour. */
export function road(...km: readonly number[]): TravelTable {
  const length = (from: number, to: number): number => Math.abs(km[from]! - km[to]!);
  return {
    places: km.length,
    seconds: (from, to) => Math.round(length(from, to) * 60),
    metres: (from, to) => Math.round(length(from, to) * 1000),
  };
}

export const aDay = (no = 0, more: Partial<ResourceDay> = {}): ResourceDay => ({
  date: `day ${no}`,
  span: { start: at(0, no), end: at(24, no) },
  working: [span(8, 17, no)],
  startLocation: 0,
  endLocation: 0,
  ...more,
});
export const aResource = (id = 'anna', more: Partial<Resource> = {}): Resource => ({ id, days: [aDay()], ...more });
export const aTask = (id = 'task', more: Partial<Task> = {}): Task => ({ id, duration: HOUR, place: 1, ...more });
export const aProblem = (more: Partial<Problem> = {}): Problem => ({
  resources: [aResource()],
  tasks: [aTask()],
  travel: road(0, 10, 20, 30),
  weights: DEFAULT_WEIGHTS,
  ...more,
});

/** What a random problem has beside tasks and ways. */
export interface Flavour {
  readonly tasks: number;
  readonly resources: number;
  readonly days: number;
}

/** A small problem of any kind: every rule comes up somewhere. */
export function anyProblem(seed: number, { tasks, resources, days }: Flavour): Problem {
  const chance = chanceFrom(seed);
  const often = (share: number): boolean => chance.next() < share;
  const places = chance.whole(2, 6);
  const x = Array.from({ length: places }, () => chance.whole(0, 40));
  const y = Array.from({ length: places }, () => chance.whole(0, 40));
  const isOneWay = often(0.2);
  const km = (a: number, b: number): number => Math.hypot(x[a]! - x[b]!, y[a]! - y[b]!) + (isOneWay && a > b ? 2 : 0);
  const ids = Array.from({ length: chance.whole(1, resources) }, (_, no) => `r${no}`);
  const dayCount = chance.whole(1, days);
  const taskIds = Array.from({ length: chance.whole(1, tasks) }, (_, no) => `t${no}`);
  const skills = ['gas', 'heat'];
  const problem: Problem = {
    resources: ids.map((id) => ({
      id,
      skills: chance.some(skills, chance.whole(0, 2)),
      certificates: often(0.6) ? [{ no: 'vca', until: at(chance.whole(8, 20), chance.whole(0, dayCount - 1)) }] : [],
      days: Array.from({ length: dayCount }, (_, no) => aRandomDay(chance, no, places)),
      appointments: often(0.3) ? [aRandomAppointment(chance, chance.whole(0, dayCount - 1), places)] : [],
    })),
    tasks: taskIds.map((id, no) => aRandomTask(chance, id, no, places, dayCount, ids, taskIds)),
    travel: {
      places,
      seconds: (from, to) => Math.round(km(from, to) * 60),
      metres: (from, to) => Math.round(km(from, to) * 1000),
    },
    weights: {
      served: often(0.8) ? 1000 : 30,
      travelKm: 1,
      travelHour: chance.whole(0, 20),
      lateHour: chance.whole(0, 20),
      overtimeHour: chance.whole(0, 40),
      balance: often(0.3) ? chance.whole(1, 10) : 0,
      preference: chance.whole(0, 15),
      disruption: chance.whole(0, 30),
    },
    ...(often(0.15) ? { freezeBefore: at(chance.whole(8, 12)) } : {}),
  };
  return problem;
}

/** The same problem where working time has a price. */
export const withPaidHours = (problem: Problem, seed: number): Problem => ({
  ...problem,
  weights: { ...problem.weights, workingHour: chanceFrom(seed).whole(1, 40) },
});

/** The same problem with two named loads, of which not every day limits both. */
export function withLoads(problem: Problem, seed: number): Problem {
  const chance = chanceFrom(seed);
  const often = (share: number): boolean => chance.next() < share;
  const aDayOf = (day: ResourceDay): ResourceDay => ({
    ...day,
    capacities: { kg: chance.whole(1, 6), ...(often(0.6) ? { pallets: chance.whole(0, 3) } : {}) },
  });
  return {
    ...problem,
    resources: problem.resources.map((resource) => ({ ...resource, days: resource.days.map(aDayOf) })),
    tasks: problem.tasks.map((task) =>
      often(0.8) ? { ...task, loads: { kg: chance.whole(0, 3), pallets: chance.whole(0, 2), crates: 9 } } : task,
    ),
  };
}

/** The same problem with a break or two on some days, and without teams. */
export function withBreaks(problem: Problem, seed: number): Problem {
  const chance = chanceFrom(seed);
  const often = (share: number): boolean => chance.next() < share;
  const breakFrom = (start: number) => {
    const duration = chance.whole(1, 4) * 900;
    return { duration, window: { start, end: start + duration + chance.whole(0, 6) * 900 } };
  };
  const aDayOf = (day: ResourceDay): ResourceDay => {
    if (often(0.3)) return day;
    const first = breakFrom(day.span.start + chance.whole(14, 26) * 1800);
    const second = breakFrom(first.window.end + chance.whole(0, 4) * 900);
    return { ...day, breaks: often(0.3) ? [first, second] : [first] };
  };
  return {
    ...problem,
    resources: problem.resources.map((resource) => ({ ...resource, days: resource.days.map(aDayOf) })),
    tasks: problem.tasks.map(({ team: _, planned, ...task }) => ({
      ...task,
      ...(planned ? { planned: { ...planned, resources: planned.resources.slice(0, 1) } } : {}),
    })),
  };
}

function aRandomDay(chance: Chance, no: number, places: number): ResourceDay {
  const often = (share: number): boolean => chance.next() < share;
  const isSplit = often(0.4);
  return {
    date: `day ${no}`,
    span: { start: at(0, no), end: at(24, no) },
    working: often(0.05) ? [] : isSplit ? [span(8, 12, no), span(13, 17, no)] : [span(8, 16, no)],
    ...(often(0.85) ? { startLocation: chance.whole(0, places - 1) } : {}),
    ...(often(0.85) ? { endLocation: chance.whole(0, places - 1) } : {}),
    ...(often(0.2) ? { commutesFreely: true } : {}),
    ...(often(0.4) ? { overtime: HOUR } : {}),
    ...(often(0.3) ? { maxMetres: chance.whole(20, 120) * 1000 } : {}),
    ...(often(0.3) ? { capacity: chance.whole(2, 6) } : {}),
  };
}

function aRandomAppointment(chance: Chance, day: number, places: number): Span & { place?: number } {
  const from = chance.whole(7, 15);
  return {
    ...span(from, from + chance.whole(1, 3), day),
    ...(chance.next() < 0.5 ? { place: chance.whole(0, places - 1) } : {}),
  };
}

function aRandomTask(
  chance: Chance,
  id: string,
  no: number,
  places: number,
  days: number,
  ids: readonly string[],
  taskIds: readonly string[],
): Task {
  const often = (share: number): boolean => chance.next() < share;
  const day = chance.whole(0, days - 1);
  const from = chance.whole(8, 14);
  const team = often(0.15) ? 2 : 1;
  const isPlanned = often(0.3);
  const plannedBy = isPlanned ? chance.some(ids, team) : [];
  const isFull = plannedBy.length === team;
  return {
    id,
    duration: chance.whole(1, 5) * 1800,
    place: chance.whole(0, places - 1),
    load: chance.whole(0, 2),
    priority: chance.whole(1, 3),
    ...(team > 1 ? { team } : {}),
    ...(often(0.4) ? { windows: windows(chance, from, day, days) } : {}),
    ...(often(0.2) ? { earliest: at(chance.whole(8, 12), day) } : {}),
    ...(often(0.2) ? { latest: at(chance.whole(13, 17), chance.whole(day, days - 1)) } : {}),
    ...(often(0.3) ? { due: at(chance.whole(9, 17), day) } : {}),
    ...(often(0.3) ? { requirements: [{ text: 'gas', anyOf: often(0.5) ? ['gas'] : ['gas', 'heat'] }] } : {}),
    ...(often(0.2) ? { certificates: ['vca'] } : {}),
    ...(often(0.2) ? { preferred: chance.some(ids, 1) } : {}),
    ...(often(0.15) ? { excluded: chance.some(ids, 1) } : {}),
    ...(no > 0 && often(0.25)
      ? { after: [{ task: taskIds[chance.whole(0, no - 1)]!, lag: chance.whole(0, 2) * 900 }] }
      : {}),
    ...(team === 1 && often(0.3) ? { container: `c${chance.whole(0, 1)}` } : {}),
    ...(isPlanned && isFull
      ? { planned: { resources: plannedBy, start: at(chance.whole(8, 15), day) + chance.whole(0, 3) * 900 } }
      : {}),
    ...(isPlanned && isFull && often(0.3) ? { locked: true } : {}),
  };
}

function windows(chance: Chance, from: number, day: number, days: number): Span[] {
  const first = span(from, from + chance.whole(1, 3) + 0.5, day);
  if (chance.next() < 0.5) return [first];
  return day + 1 < days ? [first, span(9, 12, day + 1)] : [span(8, 9.5, day), ...(from >= 10 ? [first] : [])];
}

/** The same problem with a plan in it: what a planner has before asking again. What was locked stays locked. */
export const withPlan = (problem: Problem, plan: Plan): Problem => ({
  ...problem,
  tasks: problem.tasks.map(({ planned: _, locked, ...task }) => {
    const visits = plan.visits.filter((visit) => visit.task === task.id);
    const [first] = visits;
    if (first === undefined) return task;
    const now = { planned: { resources: visits.map(({ resource }) => resource), start: first.start } };
    return { ...task, ...now, ...(locked ? { locked } : {}) };
  }),
});

/** A problem of any kind that can be divided. */
export function divisibleProblem(seed: number): Problem {
  let problem = anyProblem(seed, { tasks: 30, resources: 5, days: 3 });
  if (seed % 3 === 0) problem = withPaidHours(problem, seed);
  if (seed % 2 === 0) problem = withLoads(problem, seed);
  if (seed % 5 === 0) problem = withBreaks(problem, seed);
  if (seed % 4 === 0)
    problem = {
      ...problem,
      resources: problem.resources.map((resource) => ({
        ...resource,
        days: resource.days.map((day) => ({ ...day, refill: { place: 0, duration: 900, times: 2 } })),
      })),
    };
  const tasks = problem.tasks.map(({ team: _, link: __, after: ___, planned, ...task }) => ({
    ...task,
    // Without a team it is planned for one.
    ...(planned ? { planned: { ...planned, resources: planned.resources.slice(0, 1) } } : {}),
  }));
  return { ...problem, tasks, weights: { ...problem.weights, balance: 0 } };
}
